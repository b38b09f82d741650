"""Data files of embedscope: icon, vocabularies, tables, lessons and their licences."""
