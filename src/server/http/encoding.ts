/** Whether an Accept-Encoding header takes an encoding; `;q=0` refuses it (RFC 9110 §12.5.3). */
export function acceptsEncoding(
  header: string | string[] | undefined,
  encoding: 'br' | 'gzip',
): boolean {
  return String(header ?? '')
    .split(',')
    .some((one) => {
      const [name = '', weight = ''] = one.split(';').map((part) => part.trim());
      return name === encoding && !/^q=0(\.0*)?$/.test(weight);
    });
}
