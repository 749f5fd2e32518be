"""The workbench: its server and jobs, and the front end that it shares with reports and notebooks."""
