/** Catalogues of the browser, cut from src/web/locales by scripts/catalogues.ts. */
declare module 'virtual:locale/*' {
  const catalogue: Readonly<Record<string, string>>;
  export default catalogue;
}
