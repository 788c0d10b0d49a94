"""The REST service: reads requests, asks the domain and the projections, answers."""
