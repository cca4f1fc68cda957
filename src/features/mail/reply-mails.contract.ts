/** What the mail with our answer to somebody is told. */
export interface ReplyMailProps {
  /** `subject` and `text` are an administrator’s words; `message` is what the person had written. */
  'submission-reply': { subject: string; text: string; message: string };
}
