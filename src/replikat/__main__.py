from replikat.cli.main import main

main()
