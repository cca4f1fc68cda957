// The words that are not ours any more, for scripts/vocabulary.mjs. docs/architecture.md has those that we use.

/**
 * `word`: lower-case words as a regular expression without \b: "keep books" finds keepBooks, keep-books and
 * KEEP_BOOKS as well as the two words in a comment.
 * `where`: `names` of code and files, `text` of comments, sentences and documents, `anywhere` for both, `files` for
 * what a file's name begins with ("mine\\.service").
 * `enabled: false`: still in use, and only counted.
 * @typedef {{ word: string, where: 'names' | 'text' | 'anywhere' | 'files', instead: string, enabled?: boolean }} Word
 */

/** @type {Word[]} */
export const WORDS = [
  // ── server ─────────────────────────────────────────────────────────────────────────────────────
  { word: 'houses?', where: 'anywhere', instead: 'context, AppContext', enabled: false },
  { word: 'deeds?', where: 'anywhere', instead: 'operation, command, action', enabled: false },
  { word: 'demand \\w+', where: 'names', instead: 'requireX, assertX', enabled: false },
  { word: '(?<!on )demand(s|ed|ing)?', where: 'text', instead: 'require, need', enabled: false },
  { word: 'may', where: 'names', instead: 'can', enabled: false },
  { word: 'remark(s|ed|ing)?', where: 'anywhere', instead: 'flagForReview', enabled: false },
  { word: 'told', where: 'names', instead: 'auditSnapshot, eventData; notified', enabled: false },
  { word: 'told', where: 'text', instead: 'notified, reported, sent', enabled: false },
  { word: 'untold', where: 'anywhere', instead: 'notNotified' },
  { word: 'tell(s|ing)? \\w+', where: 'names', instead: 'notifyX', enabled: false },
  { word: 'surroundings( of)?', where: 'anywhere', instead: 'loadContext', enabled: false },
  { word: 'offices?', where: 'names', instead: 'role', enabled: false },
  { word: 'turn\\.service', where: 'files', instead: 'retry, withRetry' },
  { word: '(when )?calm', where: 'names', instead: 'idle', enabled: false },
  { word: 'overtaken', where: 'names', instead: 'conflict, stale', enabled: false },
  { word: 'seats?', where: 'names', instead: 'connection (of server-sent events)', enabled: false },
  { word: 'riddles?', where: 'anywhere', instead: 'proofOfWork', enabled: false },
  // ── interface ──────────────────────────────────────────────────────────────────────────────────
  { word: 'desks?', where: 'anywhere', instead: 'panel, page; context', enabled: false },
  { word: 'rooms?', where: 'names', instead: 'page, panel, tab', enabled: false },
  { word: 'rooms?(?! (for|to|enough|left))', where: 'text', instead: 'page, tab', enabled: false },
  { word: 'stands?', where: 'names', instead: 'status, state', enabled: false },
  { word: 'standing', where: 'names', instead: 'status, statusLabels', enabled: false },
  { word: 'stands?(?! for)', where: 'text', instead: 'is, is shown, is in', enabled: false },
  { word: 'what comes', where: 'anywhere', instead: 'nextSteps', enabled: false },
  { word: 'story', where: 'names', instead: 'timeline', enabled: false },
  { word: '(lay|lays|laying|laid) aside', where: 'anywhere', instead: 'dismiss', enabled: false },
  { word: 'gist', where: 'anywhere', instead: 'summary', enabled: false },
  { word: 'moments?', where: 'names', instead: 'time, timestamp, event', enabled: false },
  { word: 'kept', where: 'names', instead: 'saved, retained, cached', enabled: false },
  { word: 'savings', where: 'names', instead: 'autosave' },
  { word: 'pen', where: 'names', instead: 'draft' },
  { word: 'still (parts?|pages?)', where: 'anywhere', instead: 'static', enabled: false },
  { word: '(wake|wakes|awake|woken)', where: 'anywhere', instead: 'hydrate', enabled: false },
  // ── payments ───────────────────────────────────────────────────────────────────────────────────
  { word: 'dues', where: 'anywhere', instead: 'instalments, schedule', enabled: false },
  { word: 'book form', where: 'anywhere', instead: 'RecordPayment' },
  { word: 'books', where: 'anywhere', instead: 'ledger, journal; deliveryResults', enabled: false },
  { word: 'arrival', where: 'names', instead: 'settlement', enabled: false },
  { word: 'mine\\.service', where: 'files', instead: 'my-applications' },
  { word: 'choice\\.service', where: 'files', instead: 'application-selection' },
  { word: '(order )?asking', where: 'files', instead: 'order-sync, open-quotes' },
  {
    word: '(is |find |set |order )?asking',
    where: 'names',
    instead: 'order sync, open quotes',
    enabled: false,
  },
  { word: 'question\\.service', where: 'files', instead: 'order-sync' },
  { word: 'sales?', where: 'names', instead: 'orderPayload', enabled: false },
  { word: 'taken\\.service', where: 'files', instead: 'capture-recorder' },
  { word: 'alarm', where: 'names', instead: 'alert' },
  { word: 'notice\\.(gateway|rules|service)', where: 'files', instead: 'webhook' },
  {
    word: '(take card|verify|judge|follow|leave|keep) notice|notice headers',
    where: 'names',
    instead: 'webhookEvent',
    enabled: false,
  },
  { word: 'placement', where: 'names', instead: 'matching' },
  { word: 'lapses?', where: 'names', instead: 'expiry, expireQuotes', enabled: false },
  { word: 'hint\\.service', where: 'files', instead: 'submitted-transaction' },
  { word: 'follow hint', where: 'names', instead: 'submittedTransaction' },
  { word: 'reading\\.service', where: 'files', instead: 'block-scanner' },
  { word: 'keepers?', where: 'names', instead: 'scheduler, store', enabled: false },
  { word: 'worth', where: 'names', instead: 'value', enabled: false },
  {
    word: 'near (match|matches|line|lines|claim|claims)|nearness',
    where: 'names',
    instead: 'matchSuggestions',
    enabled: false,
  },
  { word: 'near\\.', where: 'files', instead: 'match-suggestions' },
  { word: '(gather )?knowledge', where: 'names', instead: 'lineLookup' },
  { word: 'proof\\.service', where: 'files', instead: 'evidence' },
  { word: 'sought', where: 'names', instead: 'searched', enabled: false },
  { word: 'patience', where: 'names', instead: 'timeout, threshold', enabled: false },
  // ── mail ───────────────────────────────────────────────────────────────────────────────────────
  {
    word: '(keep|write|prepare|read) books',
    where: 'names',
    instead: 'recordDeliveryResults',
  },
  {
    word: '(mail |take |keep |find |drop )?lead',
    where: 'names',
    instead: 'lease, acquireLease',
    enabled: false,
  },
  { word: '(the|a|its) lead', where: 'text', instead: 'lease' },
  {
    word: 'rest (ms|until|after)|(end|close|reason of|is at) rest',
    where: 'names',
    instead: 'backOff',
    enabled: false,
  },
  { word: 'round\\.', where: 'files', instead: 'bulk-mail worker' },
  { word: 'walk( through)?', where: 'names', instead: 'BatchResult, sendBatch', enabled: false },
  {
    word: 'spread( (to|of|audience))',
    where: 'names',
    instead: 'enqueueRecipients',
    enabled: false,
  },
  {
    word: '(mail|recipient|count|list) pool|pool (of|question|person|counts)',
    where: 'names',
    instead: 'audience',
    enabled: false,
  },
  { word: 'pool\\.', where: 'files', instead: 'audience' },
  { word: 'lanes?', where: 'anywhere', instead: 'worker', enabled: false },
  { word: '(open )?bulk line', where: 'names', instead: 'connection' },
  { word: 'share (left|of)|bulk share', where: 'names', instead: 'dailyQuota', enabled: false },
  { word: 'naps?', where: 'anywhere', instead: 'pollInterval' },
  // ── tests, proofs and demonstration ────────────────────────────────────────────────────────────
  { word: 'shops?', where: 'names', instead: 'site, fixture', enabled: false },
  { word: 'till', where: 'anywhere', instead: 'checkout, payer; until' },
  { word: 'stages?', where: 'names', instead: 'environment, workspace', enabled: false },
  { word: 'plant(s|ed|er|ers)?', where: 'names', instead: 'createX, fixture', enabled: false },
  { word: 'heard', where: 'names', instead: 'received', enabled: false },
  { word: 'thief|thieves', where: 'anywhere', instead: 'attacker', enabled: false },
  {
    word: 'crimes?|accomplices?|culprits?',
    where: 'anywhere',
    instead: 'violation, dependency, cause',
  },
  { word: 'deals?', where: 'names', instead: 'application, paymentHistory' },
  // ── nobody in particular ───────────────────────────────────────────────────────────────────────
  { word: 'find anybody', where: 'anywhere', instead: 'people search', enabled: false },
  { word: 'anybody', where: 'anywhere', instead: 'anyone, or who it is', enabled: false },
  { word: 'somebody', where: 'anywhere', instead: 'someone, or who it is', enabled: false },
  { word: 'everybody', where: 'anywhere', instead: 'everyone, all X', enabled: false },
  { word: 'nobody', where: 'anywhere', instead: 'no one, none', enabled: false },
  { word: 'who(so)?ever', where: 'anywhere', instead: 'who it is', enabled: false },
];

/**
 * Uses of these words that are right: `word` as above, in files whose path and on lines whose text match.
 * @type {{ word: string, path?: RegExp, line?: RegExp, reason: string }[]}
 */
export const ALLOWED = [
  // ── stored names, which a rename would orphan ──────────────────────────────────────────────────
  { word: 'deeds?', line: /'triage_deeds'/, reason: 'a table' },
  { word: '(mail |take |keep |find |drop )?lead', line: /'mail_lead'/, reason: 'a table' },
  { word: 'told', line: /'told'/, reason: 'a column' },
  { word: 'spread( (to|of|audience))', line: /'spread_to'/, reason: 'a column' },
  { word: 'untold', line: /'conversations_untold'/, reason: 'an index' },
  { word: 'dues', line: /'dues-advance'/, reason: 'a queued job' },
  { word: 'kept', line: /'payment\.dispute_kept'/, reason: 'an action in the sealed log' },
  {
    word: 'riddles?',
    line: /digest\('proof-of-work', 'riddle'\)/,
    reason: 'a key is derived from it',
  },
  // ── addresses that others call ─────────────────────────────────────────────────────────────────
  { word: 'deeds?', line: /many\/:deed\/undo/, reason: 'a path of the API' },
  { word: 'dues', line: /\/chain-dues(?![.\w])/, reason: 'a path of the API' },
  { word: 'moments?', line: /\/moments(?![.\w])/, reason: 'a path of the API' },
  { word: 'story', line: /\/story(?![.\w])/, reason: 'a path of the API' },
  {
    word: '(mail|recipient|count|list) pool|pool (of|question|person|counts)',
    line: /\/mail-pool(?![.\w])/,
    reason: 'a path of the API',
  },
  // ── what the word means everywhere ─────────────────────────────────────────────────────────────
  {
    word: 'houses?',
    path: /^(src\/web|scripts)\/pictures\//,
    reason: 'a drawing of a building',
  },
  {
    word: '(mail |take |keep |find |drop )?lead',
    line: /className="lead"|\.lead\b/,
    reason: 'a paragraph that leads',
  },
  { word: 'sales?', line: /'SALE'/, reason: 'an intent of PayPal’s' },
];
