"""Games on disks that refuse writes and through power cuts: whether anything that was written is lost."""
