export interface MailAddress {
  name: string;
  address: string;
}

/** One mail as it leaves: a line, a page and the same page for who reads text. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

export interface MailOptions {
  /** The canonical address, without a slash at the end. */
  publicUrl: string;
  /** BCP 47 tag; one without a catalogue is English. */
  locale: string;
  /** Marks the subject, so that no one takes a mail of the sandbox for a real one. */
  sandbox: boolean;
  /** Whose mail it is, and the address that answers go to. */
  campaign: MailAddress;
}

/** Writes a mail. The templates and their props are typed in server/mails.ts. */
export type RenderMail = (
  template: string,
  props: object,
  options: MailOptions,
) => Promise<RenderedMail>;

/** Made-up props of each mail that the site sends by itself, by the name of its template, in their order. */
export type LoadMailExamples = () => Promise<ReadonlyMap<string, object>>;
