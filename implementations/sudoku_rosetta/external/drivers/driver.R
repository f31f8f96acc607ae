# Calls the functions of an R copy: see driver.py. A request is the form, the grid and the call, separated by tabs.

.driver <- new.env()

local(envir = .driver, {
  reply <- function(text) {
    cat("\n\x1e", text, "\n", sep = "")
    flush(stdout())
  }

  json_text <- function(value) {
    value <- gsub("([\\\\\"])", "\\\\\\1", value)
    paste0("\"", gsub("[[:cntrl:]]+", " ", value), "\"")
  }

  json_list <- function(parts) paste0("[", paste(parts, collapse = ", "), "]")

  json_cells <- function(values) {
    if (is.character(values)) {
      return(ifelse(is.na(values), "0", json_text(values)))
    }
    if (is.logical(values) && !anyNA(values)) {
      return(ifelse(values, "true", "false"))
    }
    values <- as.numeric(values)
    values[!is.finite(values)] <- 0
    format(values, digits = 15, trim = TRUE, scientific = FALSE)
  }

  json <- function(value) {
    if (is.null(value) || length(value) == 0) {
      return("null")
    }
    if (is.data.frame(value)) {
      value <- as.matrix(value)
    }
    if (is.factor(value)) {
      value <- as.character(value)
    }
    if (is.list(value) && !is.matrix(value)) {
      return(json_list(vapply(value, json, "")))
    }
    if (is.atomic(value) && length(dim(value)) == 3) {
      return(json_list(vapply(seq_len(dim(value)[3]), function(k) json(value[, , k]), "")))
    }
    if (is.atomic(value) && is.matrix(value)) {
      return(json_list(vapply(seq_len(nrow(value)), function(i) json_list(json_cells(value[i, ])), "")))
    }
    if (is.atomic(value)) {
      parts <- json_cells(value)
      return(if (length(parts) == 1) parts else json_list(parts))
    }
    names <- character()
    if (is.environment(value)) {
      names <- Filter(function(name) length(get(name, value)) %in% c(9, 81), ls(value))
    }
    paste0("{\"type\": ", json_text(class(value)[1]), ", \"grids\": ", json_list(vapply(names, json_text, "")), "}")
  }

  grid <- function(form, digits) {
    name <- sub(":.*", "", form)
    blank <- if (grepl(":", form)) sub("^[^:]*:", "", form) else if (name == "characters") "." else "0"
    cells <- strsplit(digits, "")[[1]]
    if (name %in% c("rows", "flat")) {
      cells <- as.numeric(cells)
      cells[cells == 0] <- if (blank == "None") NA else as.numeric(blank)
    } else {
      cells[cells == "0"] <- blank
    }
    if (name == "text") {
      paste(cells, collapse = "")
    } else if (name == "lines") {
      apply(matrix(cells, 9, 9, byrow = TRUE), 1, paste, collapse = "")
    } else if (name %in% c("flat", "flat-characters")) {
      cells
    } else {
      matrix(cells, 9, 9, byrow = TRUE)
    }
  }

  # Only functions, packages and values: a demonstration at the end of the file is not run.
  load <- function(file) {
    end <- proc.time()[["elapsed"]] + 4
    defined <- character()
    for (statement in parse(file, encoding = "UTF-8")) {
      words <- all.names(statement)
      first <- if (length(words)) words[1] else ""
      is_assignment <- first %in% c("<-", "=", "<<-")
      is_function <- is_assignment && is.call(statement[[3]]) && identical(statement[[3]][[1]], as.name("function"))
      reads <- any(words %in% c("readline", "readLines", "scan", "file", "stdin", "Sys.sleep", "quit", "q", "commandArgs"))
      is_demonstration <- !is_function && any(grepl("solv|sudoku|resou|resol|backtrack", intersect(words, defined)))
      if (is_function) {
        defined <- c(defined, as.character(statement[[2]])[1])
      }
      is_library <- first %in% c("library", "require", "suppressPackageStartupMessages", "source", "setClass", "setMethod",
                                 "setGeneric", "setRefClass", "options")
      if (is_function || is_library || (is_assignment && !reads && !is_demonstration && proc.time()[["elapsed"]] < end)) {
        setTimeLimit(elapsed = if (is_library) 5 else 1, transient = TRUE)
        invisible(try(suppressWarnings(utils::capture.output(eval(statement, globalenv()))), silent = TRUE))
        setTimeLimit()
      }
    }
  }

  loaded <- function(file) {
    tryCatch({
      load(file)
      "{}"
    }, error = function(error) paste0("{\"error\": ", json_text(conditionMessage(error)), "}"))
  }

  answer <- function(line) {
    parts <- strsplit(line, "\t", fixed = TRUE)[[1]]
    assign("GRID", grid(parts[1], parts[2]), globalenv())
    tryCatch({
      value <- NULL
      for (expression in parse(text = parts[3], keep.source = FALSE)) {
        value <- suppressWarnings(eval(expression, globalenv()))
      }
      paste0("{\"returned\": ", json(value), ", \"argument\": null}")
    }, error = function(error) {
      paste0("{\"error\": ", json_text(conditionMessage(error)), ", \"argument\": null}")
    })
  }

  main <- function() {
    requests <- file("stdin", "r")
    while (length(line <- readLines(requests, 1)) == 1) {
      reply(if (line == "load") loaded("driver_copy.R") else answer(line))
    }
  }
})

options(expressions = 50000, warn = -1)
.driver$main()
