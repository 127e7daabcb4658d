// Made by `python -m tools.docs` from the records that the house answers with. Do not edit.

/** A decision, and what the page had seen when it was made. */
export type ActionRequest = {
  readonly round: number;
  /** How many decisions the page has seen; another number is answered with 409. */
  readonly decided: number;
  /** As in "fold" or "raise 40.00". */
  readonly action: string;
};

/** The password and a code of the person signed in, once more. */
export type AgainRequest = {
  readonly password: string;
  readonly code: string;
};

/** A row that pays otherwise where a key of the house has some value. */
export type AlternativeRecord = {
  readonly key: string;
  readonly value: string;
  readonly event: string;
  readonly pay: OddsPay | FixedPay | MeterPay | PushPay | NoPayRecord;
};

/** A question of the quiz, by its seed and number, with an answer for each wager. */
export type AnswersRequest = {
  readonly game: string;
  readonly level: number;
  readonly seed: string;
  readonly number: number;
  /** Cents, net. */
  readonly answers: readonly number[];
};

/** A request to the books, by the person signed in unless somebody else signs. */
export type BookRequest = {
  /** As docs/reference/jackpot-books.md lists them: id, do and its fields. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Who asks, if it is not the person signed in. */
  readonly by?: Credentials | null;
  /** The second person, at the same screen. */
  readonly second?: Credentials | null;
  /** With a payment: the payee, if the request does not name one by number. */
  readonly payee?: Payee | null;
};

/** A seat for a bot; any free one, where none is named. */
export type BotRequest = {
  readonly seat?: number | null;
};

/** A place in a document. */
export type CiteRecord = {
  readonly document: string;
  readonly section: string;
};

/** Somebody has read a code off a device, and says where it belongs. */
export type ConfirmRequest = {
  readonly code: string;
  readonly table: string;
  readonly link?: string | null;
  /** For a sensor: the supervisor of the link in whose name it reports. */
  readonly second?: Credentials | null;
};

/** The code on the screen of the person who has just chosen a password. */
export type ConfirmationRequest = {
  readonly code: string;
};

/** Somebody's sign-in; those who have a second factor add a code or a passkey. */
export type Credentials = {
  readonly person: string;
  readonly password: string;
  readonly code?: string;
  /** In place of the code. */
  readonly passkey?: PasskeyAnswer | null;
};

/** One edition of a game. */
export type EditionRecord = {
  readonly id: string;
  readonly title: string;
  readonly document: string;
  readonly seats: readonly [number, number];
};

/** A new password, and a code that shows that the second factor works. */
export type EnrollmentRequest = {
  readonly first: string;
  readonly second: string;
  readonly password: string;
  readonly code: string;
};

/** Pays an amount of dollars. */
export type FixedPay = {
  readonly kind: "fixed";
  readonly amount: string;
};

/** The rules of a game, its tables and our readings; with `values` and `posted` where a table was described. */
export type GameRecord = {
  readonly schema: number;
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly deck: string;
  readonly configuration: string;
  readonly editions: readonly EditionRecord[];
  readonly wagers: readonly WagerRules[];
  readonly rulebook_hash: string;
  readonly cites: readonly CiteRecord[];
  readonly rules: readonly RuleRecord[];
  readonly numbers: readonly NumberRecord[];
  readonly keys: readonly KeyRecord[];
  readonly notices: readonly NoticeRecord[];
  readonly interpretations: readonly ReadingRecord[];
  readonly paytables: readonly PaytableRecord[];
  readonly sources: readonly SourceRecord[];
  readonly values?: Readonly<Record<string, string>>;
  readonly posted?: Posted;
};

/** A game as the list of games shows it. */
export type GameSummary = {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly deck: string;
  readonly editions: readonly EditionRecord[];
  readonly wagers: readonly WagerSummary[];
  readonly rulebook_hash: string;
};

/** Every game of the book. */
export type GamesRecord = {
  readonly schema: number;
  readonly rulebook_hash: string;
  readonly games: readonly GameSummary[];
};

/** Hands as they were typed. */
export type GradeRequest = {
  readonly hands: Readonly<Record<string, string>>;
  readonly dealer?: string | null;
  /** Cards may be missing: grade those that are there. */
  readonly so_far?: boolean;
};

/** The two halves of an invitation, as each of the two supervisors handed theirs over; in either order. */
export type InvitationRequest = {
  readonly first: string;
  readonly second: string;
};

/** A choice of the house. */
export type KeyRecord = {
  readonly id: string;
  readonly kind: string;
  readonly values: readonly string[];
  readonly default: string;
  readonly text: string;
  readonly reading: string | null;
  readonly needs: string | null;
  readonly editions: readonly string[];
  readonly cites: readonly CiteRecord[];
};

/** One lamp, set by hand; the others stay as they are. */
export type LampRequest = {
  readonly seat: number;
  readonly lit: boolean;
  /** The round that the page shows; once it is over, the lamp counts for the next one. */
  readonly round: number;
};

/** The seats with a wager on them, set by hand. */
export type LampsRequest = {
  readonly seats: readonly number[];
};

/** Somebody leaves. */
export type LeavingRequest = {
  readonly second: Credentials;
  readonly reason: string;
};

/** Close the wagers of the round that the page shows. */
export type LockRequest = {
  /** New for every request; one sent twice counts once. */
  readonly id: string;
  readonly round: number;
};

/** Pays a part of a meter. */
export type MeterPay = {
  readonly kind: "meter";
  readonly percent: string;
  readonly level: number | null;
};

/** A name to be called by. */
export type NameRequest = {
  readonly name: string;
};

/** Pays nothing. */
export type NoPayRecord = {
  readonly kind: "none";
};

/** Words that a table must post. */
export type NoticeRecord = {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  readonly cites: readonly CiteRecord[];
};

/** A number that a rule names. */
export type NumberRecord = {
  readonly id: string;
  readonly value: string;
  readonly text: string;
  readonly cites: readonly CiteRecord[];
};

/** Pays odds, to 1 or for 1 as the table's basis says. */
export type OddsPay = {
  readonly kind: "odds";
  readonly value: string;
};

/** A device that is not known yet. */
export type PairingRequest = {
  readonly kind: "display" | "sensor";
};

/** A challenge that a passkey has signed, as ``navigator.credentials.get`` gives it; every part in base64url. */
export type PasskeyAnswer = {
  readonly id: string;
  /** clientDataJSON */
  readonly client_data: string;
  /** authenticatorData */
  readonly authenticator_data: string;
  readonly signature: string;
  /** userHandle */
  readonly user_handle: string;
};

/** A new passkey, as ``navigator.credentials.create`` gives it; both parts in base64url. */
export type PasskeyRequest = {
  /** As its owner calls it. */
  readonly name: string;
  /** clientDataJSON */
  readonly client_data: string;
  /** attestationObject */
  readonly attestation: string;
};

/** Whom a prize is paid to. It is kept beside the journal, which names it only by number. */
export type Payee = {
  readonly name: string;
  readonly address?: string;
  /** How it is known who they are, as in a passport. */
  readonly identified: string;
};

/** One paytable with what it pays, and who uses it. */
export type PaytableRecord = {
  readonly schema: number;
  readonly id: string;
  readonly requested: string;
  readonly aliases: readonly string[];
  readonly games: readonly string[];
  readonly editions: readonly string[];
  readonly wager: string;
  readonly basis: string | null;
  readonly status: "document" | "sample" | "user";
  readonly unit: string;
  readonly decks: readonly number[];
  readonly parameters: TableParameters;
  readonly dealer_envy_percent: string | null;
  readonly rows: readonly RowRecord[];
  readonly loses: readonly string[];
  readonly cites: readonly CiteRecord[];
  readonly note?: string;
  readonly ladder?: readonly RungRecord[];
  readonly alternatives?: readonly AlternativeRecord[];
};

/** One place in the handbook, with the words a reader sees there. */
export type Place = {
  readonly game: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly address: string;
};

/** What a table of this configuration posts. */
export type Posted = {
  readonly rules: readonly PostedRule[];
  readonly tables: Readonly<Record<string, PostedTable>>;
};

/** A row as a table posts it. */
export type PostedRow = {
  readonly label: string;
  readonly pays: string;
  readonly besides: string | null;
};

/** A rule as a table posts it. */
export type PostedRule = {
  readonly id: string;
  readonly topic: string;
  readonly words: string;
};

/** A paytable as a table posts it; `wager` is its fixed wager. */
export type PostedTable = {
  readonly id: string;
  readonly wager: string | null;
  readonly rows: readonly PostedRow[];
};

/** Every error has this shape (RFC 9457). */
export type ProblemBody = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** Says in one word what was wrong; a program may go by it. */
  readonly code: string;
  /** The message, which names the offending thing. */
  readonly detail: string;
  /** What to do. */
  readonly hint?: string | null;
  readonly request_id?: string | null;
};

/** Returns the stake. */
export type PushPay = {
  readonly kind: "push";
};

/** What the document leaves open, and how we read it. */
export type ReadingRecord = {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly why: string;
  readonly confidence: string;
  readonly affects: readonly string[];
  readonly key: string | null;
  readonly cites: readonly CiteRecord[];
};

/** A report of a table, by the person signed in unless somebody else signs. */
export type ReportRequest = {
  /** A lock, a result, a void, or a wager with its seats by link: id, do, table, round and its fields. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Who reports, if it is not the person signed in. */
  readonly by?: Credentials | null;
  /** The second person, at the same screen. */
  readonly second?: Credentials | null;
};

/** Somebody joins a link, or has another role there from now on. */
export type RoleRequest = {
  readonly second: Credentials;
  readonly link: string;
  readonly name: string;
  readonly role: "dealer" | "supervisor" | "accounting" | "operator" | "auditor";
  /** The person concerned, where they work on a link that the two do not both supervise. */
  readonly consent?: Credentials | null;
};

/** A row of a paytable. */
export type RowRecord = {
  readonly event: string;
  readonly label: string;
  readonly pay: OddsPay | FixedPay | MeterPay | PushPay | NoPayRecord;
  readonly dynamic: readonly string[] | null;
  readonly envy: string | null;
};

/** One rule in plain words. */
export type RuleRecord = {
  readonly id: string;
  readonly topic: string;
  readonly text: string;
  readonly when: string | null;
  readonly editions: readonly string[];
  readonly cites: readonly CiteRecord[];
};

/** A rung of a ladder: from how many players on a hand of this rank is needed. */
export type RungRecord = {
  readonly players: number;
  readonly category: string;
  readonly rank: number | null;
  readonly label: string;
};

/** The query as it was asked, and the places that hold every word of it. */
export type Search = {
  readonly query: string;
  readonly found: readonly Place[];
};

/** The second person, at the same screen. */
export type SecondRequest = {
  readonly second: Credentials;
};

/** Somebody has seen an alert. */
export type SeenRequest = {
  readonly alert: string;
};

/** A sensor reports that it is alive; with ``seats``, where the wagers are. */
export type SensorRequest = {
  readonly seats?: readonly number[] | null;
};

/** A seat by its number. */
export type SitRequest = {
  readonly seat: number;
};

/** A document of the bibliography. */
export type SourceRecord = {
  readonly document: string;
  readonly title: string;
  readonly publisher: string;
  readonly mark: string;
  readonly edition?: string;
  readonly address?: string;
};

/** What a table needs to be told: how many ranks, whether a suit. */
export type TableParameters = {
  readonly ranks: number;
  readonly suit: boolean;
};

/** A device asks whether somebody has confirmed its code. */
export type TokenRequest = {
  readonly secret: string;
};

/** Who signs in addition to the person signed in, if the device is a sensor. */
export type UnpairRequest = {
  /** For a sensor: another supervisor of the link. */
  readonly second?: Credentials | null;
};

/** A wager with its rules. */
export type WagerRules = {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly text: string;
  readonly requires: string | null;
  readonly default: string | null;
  readonly paytables: Readonly<Record<string, readonly string[]>>;
  readonly cites: readonly CiteRecord[];
};

/** A wager, and its paytables by edition. */
export type WagerSummary = {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly paytables: Readonly<Record<string, readonly string[]>>;
};

/** All wagers of a seat, in the place of those before. */
export type WagersRequest = {
  /** The round that the page shows; another one is answered with 409. */
  readonly round: number;
  /** Cents by wager. */
  readonly wagers: Readonly<Record<string, number>>;
  readonly ready?: boolean;
};
