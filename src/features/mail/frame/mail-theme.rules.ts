/** The site's pigments (web/theme.css); mail programs know no variables. */
export const colour = {
  paper: '#f7f1e5',
  raised: '#fffdf6',
  rule: '#e4d3b4',
  ink: '#1d1a2b',
  muted: '#575064',
  indigo: '#22244f',
  terracotta: '#b5442a',
  ochre: '#d9982b',
  leaf: '#2f6b4a',
  clay: '#e9d9bd',
} as const;

export const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
