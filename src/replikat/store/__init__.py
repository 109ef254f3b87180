"""What is kept on disk: deck folders, files whole or not at all, the ledger of many decks, and
processes that share work.
"""
