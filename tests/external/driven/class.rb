# encoding: utf-8
class SudokuSolver
  attr_reader :board
  def initialize(board)
    @board = board
  end

  def solve
    r, c = find_empty
    return true if r.nil?
    (1..9).each do |n|
      next unless valid?(r, c, n)
      @board[r][c] = n
      return true if solve
      @board[r][c] = 0
    end
    false
  end

  private

  def find_empty
    9.times { |r| 9.times { |c| return [r, c] if @board[r][c] == 0 } }
    nil
  end

  def valid?(r, c, n)
    9.times do |i|
      return false if @board[r][i] == n || @board[i][c] == n
      return false if @board[r - r % 3 + i / 3][c - c % 3 + i % 3] == n
    end
    true
  end
end

s = SudokuSolver.new([[1]*9]*9)
s.solve
puts s.board
raise "oups"
