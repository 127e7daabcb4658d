"""Who works here: roles, what each may do, sessions, paired displays and sensors."""
