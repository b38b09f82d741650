"""Where the rows lie: norms, neighbours, axes, projections, and pictures of point clouds."""
