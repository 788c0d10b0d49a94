"""What every game has, whatever it is: the facts and commands of the table, disputes, what is told later."""
