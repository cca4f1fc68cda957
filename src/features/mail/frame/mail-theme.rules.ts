/** The site's pigments (web/styles/tokens.css); mail programs know no variables. */
export const colour = {
  paper: '#f7f1e5',
  clay: '#e9d9bd',
  sheet: '#fffdf6',
  rule: '#d3c09a',
  ink: '#1d1a2b',
  soft: '#575064',
  indigo: '#22244f',
  cream: '#fff8ea',
  terracotta: '#b5442a',
  accent: '#a33b22',
  ochre: '#d9982b',
  leaf: '#2f6b4a',
} as const;

export const font = "Andika, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif";

/** Narrow and heavy, from what phones and computers have: an email loads nothing. */
export const displayFont =
  "'Bricolage Grotesque', 'Avenir Next Condensed', 'Roboto Condensed', sans-serif-condensed, 'Arial Narrow', 'Helvetica Neue', Arial, sans-serif";

/** The dark colours, and the larger measures of a wide window. What knows no media query shows the inline ones. */
export const styleSheet = `
@media (prefers-color-scheme:dark){
.outer{background-color:#0e0e20!important}.paper{background-color:#14142b!important}
.sheet{background-color:#1d1e40!important}.ink{color:#f0e6d2!important}.soft{color:#c2b8a6!important}
.accent{color:#f08c6c!important}.rule{border-color:#45456d!important}.line{border-color:#f0e6d2!important}
.button{background-color:#f0e6d2!important;color:#14142b!important}
}
@media (min-width:600px){
.pad{padding-inline:40px!important}.title{font-size:40px!important;line-height:44px!important}.total{font-size:36px!important}
}
`
  .trim()
  .replaceAll('\n', '');

/** Outlook on Windows takes only the first font of a list, and no greatest width. */
export const outlookOnly =
  '<!--[if mso]><style>*{font-family:Arial,sans-serif!important}.mail{width:600px!important}</style><![endif]-->';
