"""``kerbholz mcp``: a server of the Model Context Protocol, by which a language model reads and plays a match.

:mod:`~service.cli.mcp.command` is the command, :mod:`~service.cli.mcp.tools` what there is to call,
:mod:`~service.cli.mcp.asking` the way to the service, :mod:`~service.cli.mcp.server` the protocol.
"""
