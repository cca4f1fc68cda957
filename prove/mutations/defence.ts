/** One defence of the program: the line that is it, how the program looks without it, and the tests that guard it. */
export interface Defence {
  /** What it sees to, as a sentence. */
  name: string;
  file: string;
  /** The text that is the defence; it occurs once in its file. */
  line: string;
  /** What replaces it: the program runs on without the defence. */
  instead: string;
  /** The project of vitest, and the file of tests. */
  tests: string;
  /** Too slow for the short form of the proof. */
  isSlow?: true;
}
