/** How long the editor may take to show something, on a busy machine too. */
export const SOON = { patience: 30_000 };
