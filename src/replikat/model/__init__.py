"""Values, their laws, pure geometry and the random stream; knows nothing of files, pages or commands."""
