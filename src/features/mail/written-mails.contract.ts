/** Mails in an administrator's own words. */
export interface WrittenMailProps {
  /** To one person. */
  letter: { subject: string; message: string };
  /** To many. */
  news: {
    subject: string;
    message: string;
    /** The page that asks whether to unsubscribe. */
    offUrl: string;
  };
}
