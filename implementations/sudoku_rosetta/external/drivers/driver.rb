# Calls the functions of a Ruby file, or runs it as a program, many times. The requests are described in interpreted.py,
# the replies in driver.py. A trial, and a program, run in a forked process.
require "json"
require "timeout"

module Kernel
  def exit!(code = 1)
    exit(code)
  end
end

module SudokuRosetta
  FILE = File.expand_path(ARGV.shift)
  STATEMENT_S = 1
  LOAD_S = 5
  MAX_ITEMS = 1000
  REQUESTS = STDIN.dup
  REPLIES = STDOUT.dup
  SKIPPED = []
  CELL_VALUES = %w[value val digit number num valeur chiffre].freeze

  def self.reply(value)
    $stdout.flush
    STDOUT.flush
    REPLIES.write("\n\x1e" + JSON.generate(value, allow_nan: false) + "\n")
    REPLIES.flush
  end

  def self.described(error)
    "#{error.class}: #{error.message}"[0, 500].encode("UTF-8", invalid: :replace, undef: :replace)
  rescue StandardError
    "an exception"
  end

  def self.source
    text = File.binread(FILE).sub(/\A\xEF\xBB\xBF/n, "").force_encoding("UTF-8")
    text.valid_encoding? ? text : text.force_encoding("Windows-1252").encode("UTF-8", undef: :replace, invalid: :replace)
  end

  # The statements of the file, each with its line.
  def self.statements(text)
    root = RubyVM::AbstractSyntaxTree.parse(text)
    body = root.children[2]
    return [] if body.nil?
    nodes = body.type == :BLOCK ? body.children.compact : [body]
    lines = text.lines
    nodes.map { |node| [node.first_lineno, part(lines, node)] }
  rescue NameError
    [[1, text]]
  end

  def self.part(lines, node)
    found = lines[(node.first_lineno - 1)..(node.last_lineno - 1)].map(&:b)
    found[-1] = found[-1][0, node.last_column]
    found[0] = found[0][node.first_column..]
    found.join.force_encoding("UTF-8")
  end

  def self.load_copy
    text = source
    code, mark, data = text.partition(/^__END__$\n?/)
    RubyVM::InstructionSequence.compile(code) if defined?(RubyVM::InstructionSequence)
    Object.const_set(:DATA, StringIO.new(data)) unless mark.empty?
    $LOAD_PATH.unshift(File.dirname(FILE))
    limit = Time.now + LOAD_S
    statements(code).each do |line, statement|
      next if Time.now > limit && statement !~ /\A\s*(def|class|module)\b/
      begin
        Timeout.timeout(STATEMENT_S) { eval(statement, TOPLEVEL_BINDING, FILE, line) }
      rescue SystemExit
        next
      rescue Exception => error
        SKIPPED << [line, described(error)]
      end
    end
    nil
  rescue SyntaxError => error
    described(error).sub(/\ASyntaxError: .*?:(\d+): /, 'SyntaxError (line \1): ')
  end

  # A class of another file of the folder, if the copy does not load that file itself.
  def self.file_with(name)
    Dir.glob(File.join(File.dirname(FILE), "*.rb")).find do |file|
      file != FILE && file != File.expand_path(__FILE__) && File.binread(file).match?(/^\s*(class|module) +(\w+::)*#{name}\b/n)
    end
  end

  module OtherFiles
    def const_missing(name)
      file = SudokuRosetta.file_with(name)
      return super if file.nil? || !Kernel.require(file)
      const_get(name)
    end
  end

  def self.plain(value, depth = 0)
    case value
    when nil, true, false then value
    when String then value.encode("UTF-8", invalid: :replace, undef: :replace)
    when Symbol then value.to_s
    when Integer then value.abs < 10**18 ? value : { type: "int" }
    when Float then value.finite? ? value : nil
    when Array then depth > 4 ? { type: "Array" } : value.map { |item| plain(item, depth + 1) }
    when Hash then of_hash(value, depth)
    when Enumerator then value.first(MAX_ITEMS).map { |item| plain(item, depth + 1) }
    else of_object(value, depth)
    end
  end

  def self.of_hash(value, depth)
    if depth.positive? && value.size < 9
      held = CELL_VALUES.find { |name| value.key?(name) || value.key?(name.to_sym) }
      return plain(value[held] || value[held.to_sym], depth + 1) if held
    end
    return { type: "Hash", grids: [] } unless [9, 81].include?(value.size) && depth < 4
    value.keys.sort.map { |key| plain(value[key], depth + 1) }
  rescue ArgumentError
    value.values.map { |item| plain(item, depth + 1) }
  end

  def self.of_object(value, depth)
    return plain(value.to_a, depth + 1) if %w[Set Matrix Vector].include?(value.class.name)
    if depth.positive?
      held = CELL_VALUES.find { |name| value.instance_variable_defined?("@#{name}") }
      return plain(value.instance_variable_get("@#{held}"), depth + 1) if held
    end
    names = value.instance_variables.select do |name|
      held = value.instance_variable_get(name)
      held.respond_to?(:length) && [9, 81].include?(held.length)
    end
    { type: value.class.name.to_s, grids: names.map { |name| name.to_s.delete("@") } }
  end

  def self.call(request)
    $sudoku_rosetta_grid = request["grid"]
    answer = {}
    begin
      code = request["call"].gsub(/(?<![$\w])GRID\b/, "$sudoku_rosetta_grid")
      answer[:returned] = plain(eval(code, TOPLEVEL_BINDING, "call", 1))
    rescue Exception => error
      answer[:error] = described(error)
      answer[:traceback] = (error.backtrace || []).reject { |line| line.start_with?(__FILE__) }.first(8).join("\n")
    end
    answer[:argument] = plain($sudoku_rosetta_grid)
    reply(answer)
  end

  def self.in_fork
    process = fork do
      yield
      $stdout.flush
      STDOUT.flush
      Process.exit!(0)
    end
    Process.wait(process)
    $?
  end

  def self.main(request)
    input, text = IO.pipe
    process = fork do
      text.close
      STDIN.reopen(input)
      ARGV.replace(request["arguments"])
      $0 = FILE
      mark, data = source.partition(/^__END__$\n?/)[1..]
      Object.const_set(:DATA, StringIO.new(data)) unless mark.empty?
      Kernel.load(FILE)
    end
    input.close
    begin
      text.write(request["main"])
    rescue Errno::EPIPE
      nil
    end
    text.close
    Process.wait(process)
    reply({ exit: $?.exitstatus || 128 + $?.termsig.to_i })
  end

  def self.serve
    $VERBOSE = nil
    Module.prepend(OtherFiles)
    $stdout.sync = true
    STDIN.reopen("/dev/null")
    Signal.trap("PIPE", "EXIT")
    reply({})
    while (line = REQUESTS.gets)
      request = JSON.parse(line)
      if request["main"]
        main(request)
      elsif request["load"]
        error = load_copy
        reply(error ? { error: error } : { skipped: SKIPPED })
      elsif request["trial"]
        status = in_fork { call(request) }
        reply({ error: "the process ended" }) unless status.success?
      else
        call(request)
      end
    end
  end
end

require "stringio"
SudokuRosetta.serve
Process.exit!(0)
