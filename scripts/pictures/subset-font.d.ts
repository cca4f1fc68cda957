/** The package brings no types. https://github.com/papandreou/subset-font */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: 'woff2' | 'truetype';
      keepFeatures?: readonly string[];
      noHinting?: boolean;
      preserveNameIds?: readonly number[];
      /** Fixes axes of a variable face, such as its weight. */
      variationAxes?: Readonly<Record<string, number>>;
    },
  ): Promise<Buffer>;
}
