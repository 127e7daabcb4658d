"""Who somebody is, and what each may do. Nothing here reads a plan: the roles that plans give come as arguments."""
