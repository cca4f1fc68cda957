/** Where the signatures on paper are, below those online. */
export const PAPER_PATH = '/admin/declarations/paper';
