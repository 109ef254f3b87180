"""Running text on pages: formats, styles, Markdown, flow."""
