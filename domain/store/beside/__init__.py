"""What lies beside the log: secrets, texts, names, read models, webhooks, and who looked."""
