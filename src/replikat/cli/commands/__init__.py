"""The commands, one file each, called as they are typed."""
