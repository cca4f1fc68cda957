// The words that are not ours any more, for scripts/vocabulary.mjs. docs/architecture.md has those that we use.

/**
 * `word`: lower-case words as a regular expression without \b: "keep books" finds keepBooks, keep-books and
 * KEEP_BOOKS as well as the two words in a comment.
 * `where`: `names` of code and files, `text` of comments, sentences and documents, `anywhere` for both, `files` for
 * what a file's name begins with ("mine\\.service").
 * @typedef {{ word: string, where: 'names' | 'text' | 'anywhere' | 'files', instead: string }} Word
 */

/** @type {Word[]} */
export const WORDS = [
  // ── server ─────────────────────────────────────────────────────────────────────────────────────
  { word: 'houses?', where: 'anywhere', instead: 'context, AppContext' },
  { word: 'deeds?', where: 'anywhere', instead: 'operation, command, action' },
  { word: 'demand \\w+', where: 'names', instead: 'requireX, assertX' },
  { word: '(?<!on )demand(s|ed|ing)?', where: 'text', instead: 'require, need' },
  { word: 'may', where: 'names', instead: 'can' },
  { word: 'remark(s|ed|ing)?', where: 'anywhere', instead: 'flagForReview' },
  { word: 'told', where: 'names', instead: 'auditSnapshot, eventData; notified' },
  { word: 'told', where: 'text', instead: 'notified, reported, sent' },
  { word: 'untold', where: 'anywhere', instead: 'notNotified' },
  { word: 'tell(s|ing)? \\w+', where: 'names', instead: 'notifyX' },
  { word: 'surroundings( of)?', where: 'anywhere', instead: 'loadContext' },
  { word: 'offices?', where: 'names', instead: 'role' },
  { word: 'turn\\.service', where: 'files', instead: 'retry, withRetry' },
  { word: '(when )?calm', where: 'names', instead: 'idle' },
  { word: 'overtaken', where: 'names', instead: 'conflict, stale' },
  { word: 'seats?', where: 'names', instead: 'connection (of server-sent events)' },
  { word: 'riddles?', where: 'anywhere', instead: 'proofOfWork' },
  // ── interface ──────────────────────────────────────────────────────────────────────────────────
  { word: 'desks?', where: 'anywhere', instead: 'panel, page; context' },
  { word: 'rooms?', where: 'names', instead: 'page, panel, tab' },
  { word: 'rooms?(?! (for|to|enough|left))', where: 'text', instead: 'page, tab' },
  { word: 'stands?', where: 'names', instead: 'status, state' },
  { word: 'standing', where: 'names', instead: 'status, statusLabels' },
  { word: 'stands?(?! for)', where: 'text', instead: 'is, is shown, is in' },
  { word: 'what comes', where: 'anywhere', instead: 'nextSteps' },
  { word: 'story', where: 'names', instead: 'timeline' },
  { word: '(lay|lays|laying|laid) aside', where: 'anywhere', instead: 'dismiss' },
  { word: 'gist', where: 'anywhere', instead: 'summary' },
  { word: 'moments?', where: 'names', instead: 'time, timestamp, event' },
  { word: 'kept', where: 'names', instead: 'saved, retained, cached' },
  { word: 'savings', where: 'names', instead: 'autosave' },
  { word: 'pen', where: 'names', instead: 'draft' },
  { word: 'still (parts?|pages?)', where: 'anywhere', instead: 'static' },
  { word: '(wake|wakes|awake|woken)', where: 'anywhere', instead: 'hydrate' },
  // ── payments ───────────────────────────────────────────────────────────────────────────────────
  { word: 'dues', where: 'anywhere', instead: 'instalments, schedule' },
  { word: 'book form', where: 'anywhere', instead: 'RecordPayment' },
  { word: 'books', where: 'anywhere', instead: 'ledger, journal; deliveryResults' },
  { word: 'arrival', where: 'names', instead: 'settlement' },
  { word: 'mine\\.service', where: 'files', instead: 'my-applications' },
  { word: 'choice\\.service', where: 'files', instead: 'application-selection' },
  { word: '(order )?asking', where: 'files', instead: 'order-sync, open-quotes' },
  {
    word: '(is |find |set |order )?asking',
    where: 'names',
    instead: 'order sync, open quotes',
  },
  { word: 'question\\.service', where: 'files', instead: 'order-sync' },
  { word: 'sales?', where: 'names', instead: 'orderPayload' },
  { word: 'taken\\.service', where: 'files', instead: 'capture-recorder' },
  { word: 'alarm', where: 'names', instead: 'alert' },
  { word: 'notice\\.(gateway|rules|service)', where: 'files', instead: 'webhook' },
  {
    word: '(take card|verify|judge|follow|leave|keep) notice|notice headers',
    where: 'names',
    instead: 'webhookEvent',
  },
  { word: 'placement', where: 'names', instead: 'matching' },
  { word: 'lapses?', where: 'names', instead: 'expiry, expireQuotes' },
  { word: 'hint\\.service', where: 'files', instead: 'submitted-transaction' },
  { word: 'follow hint', where: 'names', instead: 'submittedTransaction' },
  { word: 'reading\\.service', where: 'files', instead: 'block-scanner' },
  { word: 'keepers?', where: 'names', instead: 'scheduler, store' },
  { word: 'worth', where: 'names', instead: 'value' },
  {
    word: 'near (match|matches|line|lines|claim|claims)|nearness',
    where: 'names',
    instead: 'matchSuggestions',
  },
  { word: 'near\\.', where: 'files', instead: 'match-suggestions' },
  { word: '(gather )?knowledge', where: 'names', instead: 'lineLookup' },
  { word: 'proof\\.service', where: 'files', instead: 'evidence' },
  { word: 'sought', where: 'names', instead: 'searched' },
  { word: 'patience', where: 'names', instead: 'timeout, threshold' },
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
  },
  { word: '(the|a|its) lead', where: 'text', instead: 'lease' },
  {
    word: 'rest (ms|until|after)|(end|close|reason of|is at) rest',
    where: 'names',
    instead: 'backOff',
  },
  { word: 'round\\.', where: 'files', instead: 'bulk-mail worker' },
  { word: 'walk( through)?', where: 'names', instead: 'BatchResult, sendBatch' },
  {
    word: 'spread( (to|of|audience))',
    where: 'names',
    instead: 'enqueueRecipients',
  },
  {
    word: '(mail|recipient|count|list) pool|pool (of|question|person|counts)',
    where: 'names',
    instead: 'audience',
  },
  { word: 'pool\\.', where: 'files', instead: 'audience' },
  { word: 'lanes?', where: 'anywhere', instead: 'worker' },
  { word: '(open )?bulk line', where: 'names', instead: 'connection' },
  { word: 'share (left|of)|bulk share', where: 'names', instead: 'dailyQuota' },
  { word: 'naps?', where: 'anywhere', instead: 'pollInterval' },
  // ── tests, proofs and demonstration ────────────────────────────────────────────────────────────
  { word: 'shops?', where: 'names', instead: 'site, fixture' },
  { word: 'till', where: 'anywhere', instead: 'checkout, payer; until' },
  { word: 'stages?', where: 'names', instead: 'environment, workspace' },
  { word: 'plant(s|ed|er|ers)?', where: 'names', instead: 'createX, fixture' },
  { word: 'heard', where: 'names', instead: 'received' },
  { word: 'thief|thieves', where: 'anywhere', instead: 'attacker' },
  {
    word: 'crimes?|accomplices?|culprits?',
    where: 'anywhere',
    instead: 'violation, dependency, cause',
  },
  { word: 'deals?', where: 'names', instead: 'application, paymentHistory' },
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
    line: /digests\('proof-of-work', 'riddle'\)/,
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
  // ── fields of the API ──────────────────────────────────────────────────────────────────────────
  { word: 'deeds?', path: /^src\/features\/submissions\/bulk\//, reason: 'a field of the API' },
  { word: 'deeds?', line: /deed: undo\.id/, reason: 'a field of the API' },
  {
    word: 'dues',
    path: /^(src\/features\/payments\/(admin\/detail|rails\/crypto\/review)\/|prove\/xss\/money)/,
    reason: 'a field of the API',
  },
  { word: 'told', path: /^src\/features\/application-status\//, reason: 'a field of the API' },
  { word: 'may', line: /\bmayStop\b/, reason: 'a field of the API' },
  {
    word: 'worth',
    path: /^src\/features\/payments\/rails\/crypto\/review\//,
    reason: 'a field of the API',
  },
  {
    word: 'kept',
    path: /^src\/features\/(payments\/(admin\/(approvals|refunds)|core\/reopening)|fulfilment)/,
    line: /'kept'/,
    reason: 'an outcome of a dispute in the API',
  },
  {
    word: 'kept',
    path: /^src\/features\/members\/account\/lock-down/,
    line: /'kept'/,
    reason: 'a value in the sealed log',
  },
  {
    word: 'moments?',
    line: /\{moment\}|\bmoment: /,
    reason: 'a value of translated sentences',
  },
  {
    word: 'kept',
    path: /^prove\/xss\/money/,
    line: /outcome: 'kept'/,
    reason: 'an outcome of a dispute in the API',
  },
  { word: 'overtaken', path: /^docs\/decisions\/0019/, reason: 'a value of the API' },
  {
    word: '(mail |take |keep |find |drop )?lead',
    path: /(vision|text-names)\.rules/,
    reason: 'a key of a text',
  },
  // ── what the sandbox stores ────────────────────────────────────────────────────────────────────
  { word: 'books', line: /'books\.sqlite'/, reason: 'a file' },
  {
    word: 'shops?',
    path: /^sandbox\/paypal\//,
    reason: 'PayPal’s word on its pages, and a stored value',
  },
  { word: 'stages?', line: /dispute_life_cycle_stage/, reason: 'a field of PayPal’s' },
  // ── what the word means everywhere ─────────────────────────────────────────────────────────────
  { word: 'may', line: /'May'|The shop may/, reason: 'the month, and a sentence of PayPal’s page' },
  { word: 'houses?', line: /house number|'House 14/, reason: 'an address' },
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
  // ── what invented people write, and what visitors read ─────────────────────────────────────────
  ...['told', 'rooms?(?! (for|to|enough|left))', 'stands?(?! for)'].map((word) => ({
    word,
    path: /^scripts\/(demo\/texts|screens-members)\.ts$/,
    reason: 'a message of an invented person',
  })),
  {
    word: 'rooms?(?! (for|to|enough|left))',
    line: /Rooms in Accra|'Rooms'|,"Rooms",/,
    reason: 'what an invented partner offers',
  },
  { word: 'rooms?', line: /'Rooms'/, reason: 'what an invented partner offers' },
  { word: 'houses?', path: /^docs\/screen-reader-names\.md$/, reason: 'sentences of the page' },
];
