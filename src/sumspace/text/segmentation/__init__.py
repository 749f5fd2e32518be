"""Text segmentation, one algorithm a file: at which sentences a new topic begins."""
