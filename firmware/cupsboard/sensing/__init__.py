"""Raw counts to grams, stillness and drift, then the joint recognition of the table. Pure."""
