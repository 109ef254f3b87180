"""Files of data: strict YAML, the reader of values, tables, the library of templates; knows no kind of file."""
