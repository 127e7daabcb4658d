// Made by `python -m tools.docs` from the records that the house answers with. Do not edit.

/** Lines of the access log, newest first; `faults` is what is wrong with it. */
export type AccessLines = Readonly<{ lines: Line[]; total: number; faults: string[] }>;
/** What is written down. The value is what the file holds. */
export type Act = "audit" | "cannot be read" | "chose a password and a second factor" | "confirmed" | "enrolled" | "enrolled a key of" | "enrolled both founders" | "invited" | "log-in" | "log-in by key" | "log-in by key failed" | "log-in by token" | "log-in by token failed" | "log-in failed" | "log-in while resting" | "log-out" | "made a token for" | "opened the invitation" | "paired" | "passkey alarm" | "passkey refused" | "payees backed up" | "payees restored" | "put out" | "refused" | "registered a passkey" | "removed a passkey" | "second factor for" | "seen" | "took over" | "unlocked" | "unpaired" | "was shown half of the invitation" | "wrong confirmation code";
/** A legal action with the range of its amount. */
export type ActionOffer = Readonly<{ name: string; minimum: string; maximum: string; step: string }>;
/** An action that the viewer's seat may take, with its range in cents. */
export type ActionView = Readonly<{
  name: string; minimum: number; maximum: number; step: number; multiples: number[]; base: number; wager: string | null;
}>;
/** What every decision is worth, and which is the best; what only one solver adds is there with it alone. */
export type AdviceRecord = Readonly<{
  schema: number; game: string; cards: string; hand: string; method: string;
  actions: Readonly<{ action: string; amount: string; expectation: Exact | null }>[]; best: string | null; notes?: string[];
  counts?: DealerCounts; up?: string; question?: string; unsolved?: string[]; expectation?: Exact | null; looks?: boolean;
  dealer?: Record<string, Exact>; seat?: number; players?: number; error_bound?: string; standard_error?: string; draws?: string;
  game_hash: string;
}>;
/** An alarm as consoles and receivers are told of it; tables that share a cause are one alarm. */
export type AlertView = Readonly<{
  id: string;
  kind: "award-pending" | "award-rejected" | "bank-differs" | "bank-short" | "book-stopped" | "checkpoint-kept" | "clock-behind" | "clock-jumped" | "clock-ran-back" | "database-lost" | "day-not-begun" | "day-not-closed" | "deposit-due" | "funds-seized" | "hits-beyond-odds" | "level-won" | "link-stopped" | "new-chain" | "no-entries" | "paid-by-mistake" | "passkey-copied" | "round-corrected" | "second-person" | "sensor-silent" | "silent-days" | "table-stopped" | "unreasonable-rate" | "unwatched";
  severity: "info" | "warn"; link: string; tables: string[]; title: string; detail: string; words: string; at: number | null;
  runbook: string;
}>;
/** What waits for another person, or for its payment. */
export type Approval = Readonly<{
  kind: "award" | "request"; link: string; number: number; what: string; where: string; table: string | null; by: string; at: number | null;
  cents: number | null; status: string; waits_for?: number[]; duties?: string[]; barred?: Record<string, string>; reason?: string;
}>;
/** A finished round as a house keeps it: its transcript, and what everyone saw of it. */
export type ArchivedRound = Readonly<{ transcript: Record<string, unknown>; seen: FinishedView }>;
/** A request that waits for a second person. */
export type AskRecord = Readonly<{
  ask: number; do: string; by: string; name: string; words: string; reason: string; request: Record<string, unknown>;
}>;
/** An award, as the entry of its result gives it. */
export type AwardRecord = Readonly<{
  no: number; seat: number; event: string; label: string; kind: string; level: number | null; percent: string | null; cents: number;
  duties: string[]; status: string; sources: [string, number][]; waits_for: number[]; reported: string[]; cards: string; dealer: string;
}>;
/** An award, from its wager to its payment: everybody involved, and every entry about it or its round. */
export type AwardTrail = Readonly<{
  link: string; standing: PageStanding; casino: string; location: string; license: string; title: string; currency: string;
  paytable: string; base_wager_cents: number; game: string; table: string; round: number; award: AwardRecord; status: string; cards: string;
  dealer: string; won: EntryLine; approved: EntryLine | null; paid: EntryLine | null;
  payment: Readonly<{ method: string; reference: string; tax_form: string; camera: string }>; void_reason: string; people: string[];
  entries: EntryLine[]; head: JournalHead;
}>;
/** The bank's statements beside the books: what they hold, how far the last statement was off, and what moved. */
export type BankBook = Readonly<{
  link: string; books: number; difference: number;
  lines: Readonly<{
    seq: number; at: number; kind: string; table: string | null; round: number | null; by: string; by_name: string; second: string;
    second_name: string; detail: string; hash: string; moved: number; books: number; reference: string; stated?: number;
    difference?: number;
  }>[];
  complete: boolean;
}>;
/** An answer of the books: its code, the entry that it is in, the number of a request that waits, and awards. */
export type BookAnswer = Readonly<{ code: string; seq: number | null; at: number | null; ask: number | null; awards: AwardRecord[] }>;
/** An audit that somebody in the office asked for. */
export type BookAudit = Readonly<{
  store: string[]; cannot_promise: string[]; remarks: string[];
  links: Readonly<{
    link: string; entries: number; transfers: number; decided: number; head: JournalHead;
    findings: Readonly<{ where: string; what: string }>[]; more: number; notes: string[]; checkpoints: string;
  }>[];
  seconds: number; at: number; by: string;
}>;
/** A pay that was drawn for this round alone. */
export type BoostedPay = Readonly<{ event: string; label: string; pays: string }>;
/** The round needs cards. */
export type CardsNeeded = Readonly<{ kind: "cards"; slot: string; cards: number; words: string }>;
/** One class of hand. */
export type ChartLine = Readonly<{
  hand: string; hands: string; best: string; settled: boolean;
  actions: Readonly<{ action: string; amount: string; expectation: Exact; best_hands: string }>[];
}>;
/** A place in a document. */
export type CiteRecord = Readonly<{ document: string; section: string }>;
/** What a command is answered with: the table as the guest sees it now. */
export type CommandAnswer = Readonly<{ repeated: boolean; view: TableView }>;
/** Somebody's sign-in; those who have a second factor add a code or a passkey. */
export type Credentials = Readonly<{ person: string; password: string; code?: string; passkey?: PasskeyAnswer | null }>;
/** The open day of a link, earlier days that nobody has closed, and what is not settled. */
export type DayClose = Readonly<{
  link: string; title: string; day: string; ends_at: number; to_close: string[];
  checks: Readonly<{ ok: boolean; title: string; detail: string }>[]; alarms: AlertView[];
}>;
/** The dealer's possible hands, counted by what they would do to the player's. */
export type DealerCounts = Readonly<{ win: string; tie: string; lose: string; not_qualified: string; total: string }>;
/** The round needs a decision, by this rule. */
export type DecisionNeeded = Readonly<{ kind: "decision"; seat: number; actions: ActionOffer[]; words: string; cite: string }>;
/** Tables that come to a wanted house edge, in the order asked for. */
export type DesignRecord = Readonly<{
  schema: number; game: string; wager: string; like: string; order: string; complete: boolean; fits: boolean;
  tables: Readonly<{
    house_edge: string; hit_frequency: string;
    rows: Readonly<{ event: string; label: string; pay: number; was: number | null; count: string; return: string; shown: string }>[];
    shown: Readonly<{ house_edge: string; away: string; standard_deviation: string; hit_frequency: string }>;
  }>[];
}>;
/** A paired display or sensor. */
export type DeviceRecord = Readonly<{
  kind: string; link: string; table: string; person: string; at: number; id: string; name: string; silent: boolean;
}>;
/** Paired displays and sensors, those that wait, and the tables with their jackpots. */
export type DevicesRecord = Readonly<{
  devices: DeviceRecord[]; waiting: Readonly<{ kind: string; where: string }>[]; tables: string[]; jackpots: Record<string, string[]>;
}>;
/** The throw that says where the deal begins. */
export type DiceView = Readonly<{ thrown: number[]; sum: number; clockwise: boolean; first: number | null }>;
/** A sign of life: what changes with the clock alone. */
export type DisplayBeat = Readonly<{ clock: string; heard: string; live: boolean; beat: true }>;
/** What a display posts of one jackpot. */
export type DisplayJackpot = Readonly<{
  link: string; title: string; type: "house" | "progressive"; unit: string; sign: string;
  meters: Readonly<{ level: number; name: string; cents: number }>[]; tells: string; rows: DisplayRow[]; notes: string[];
  notice: Readonly<{ words: string; cite: string }> | null;
  pending: Readonly<{ no: number; words: string; amount: string; cents: number; whole: boolean }>[]; won: WonAward[]; stopped: string;
}>;
/** Every table with a display, and what it posts. */
export type DisplayList = Readonly<{ displays: Readonly<{ table: string; jackpots: Readonly<{ link: string; title: string }>[] }>[] }>;
/** What the display of a table shows now. */
export type DisplayRecord = Readonly<{
  schema: number; table: string; casino: string; zone: string; badges: string[]; jackpots: DisplayJackpot[]; clock: string; heard: string;
  live: boolean;
}>;
/** A paying row with an example; the first `own` cards are the player's, the others the dealer's. */
export type DisplayRow = Readonly<{
  event: string; label: string; cards: string[]; own: number; pays: string; beside: string; boosted: boolean;
}>;
/** A duty of an award. */
export type DutyRecord = Readonly<{ title: string; from: string; duty: string }>;
/** What an amount requires, in words, and from which amount on. */
export type DutyWords = Readonly<{ title: string; from: string }>;
/** Everything about one wager: fractions, decimals and counts as text.

    What a field needs may be missing: the edge of a jackpot whose meters are not given is null; a wager that is valued
    to a bound has no outcomes; what only one solver adds is there with that solver alone. */
export type EdgeRecord = Readonly<{
  schema: number; game: string; wager: string; paytable: string | null; method: string; error_bound?: string; basis?: string;
  expectation: Exact | null; house_edge: Percentage | null; element_of_risk: Percentage | null; standard_deviation: string | null;
  hit_frequency?: string | null; push_frequency?: string | null; top_award?: TopAward | null; outcomes?: OutcomeRecord[]; total?: string;
  fixed_return?: Percentage; meters?: MeterRecord[]; break_even_meter?: string | null; others?: number; envy_per_other?: Exact;
  dealer_envy?: Exact | null; rows?: RowRecord[]; strategies?: Record<string, SimplerPlay>; cost?: string; by_composition?: string;
  chart?: Record<string, Record<string, string>>; key?: string; count?: string; notes: string[]; game_hash: string;
}>;
/** One edition of a game. */
export type EditionRecord = Readonly<{ id: string; title: string; document: string; seats: [number, number] }>;
/** One entry in a list. */
export type EntryLine = Readonly<{
  seq: number; at: number; kind: string; table: string | null; round: number | null; by: string; by_name: string; second: string;
  second_name: string; detail: string; hash: string;
}>;
/** Entries of a link, the newest first. */
export type EntryLines = Readonly<{ link: string; entries: EntryLine[] }>;
/** A mean: its fraction where it is exact, and its decimal. */
export type Exact = Readonly<{ fraction?: string; decimal: string }>;
/** What a page needs once to draw the felt of a table. */
export type FeltLayout = Readonly<{
  game: string; title: string; summary: string; edition: string | null; configuration: string; sample: boolean; felt: string;
  features: string[]; table: string; samples: string[]; seats: number;
  cards: Readonly<{ own: number; dealer: number; places: Record<string, number> }>; hands: number; pot: boolean; decks: number;
  words: string[]; spots: LayoutSpot[]; awards: Readonly<{ title: string; text: string; rows: LayoutRow[] }>[];
  readings: Readonly<{ id: string; question: string; answer: string }>[]; game_hash: string; bots: string;
  rules: Readonly<{ text: string; cite: string }>[];
}>;
/** What lies before a seat. */
export type FeltSeat = Readonly<{
  seat: number; stakes: Record<string, number>; hands: HandView[]; active: number | null; decisions: string[]; by_clock: number[];
  acting: boolean;
}>;
/** The cards, stakes and decisions that lie on the felt. */
export type FeltView = Readonly<{
  seats: FeltSeat[]; dealer: HandView[]; places: Record<string, HandView>; answers: Readonly<{ question: string; yes: boolean }>[];
  pot?: Readonly<{ cents: number; order: number[]; leads: number[]; kicked_out: boolean; lost: Record<string, string> }>;
}>;
/** A finished round in a list: what each seat won, in cents. */
export type FinishedLine = Readonly<{
  number: number; at: number; nets: Record<string, number>; names: Record<string, string>; hands: Record<string, HandView[]>;
  void: string | null;
}>;
/** Finished rounds of a table, the newest first. */
export type FinishedLines = Readonly<{ table: string; rounds: FinishedLine[] }>;
/** A finished round for everyone: all cards, every line with its reason and its rule, what each seat won. */
export type FinishedView = Readonly<{
  number: number; at: number; felt: FeltView; lines: SettledLine[];
  awards: Readonly<{
    seat: number | "dealer"; wager: string; event: string; kind: string; level: number | null; percent: string | null; amount: string;
    words: string; cents: number;
  }>[];
  won: Readonly<{ seat: number | string; wager: string; cents: number }>[]; dynamic: BoostedPay[]; nets: Record<string, number>;
  house: number; void: string | null; root: string | null; game_hash: string; dice: DiceView | null; names: Record<string, string>;
}>;
/** Pays an amount of dollars. */
export type FixedPay = Readonly<{ kind: "fixed"; amount: string }>;
/** The gambling days of a link: the open one, those over and not closed, the closed ones, and the months. */
export type GamblingDays = Readonly<{ link: string; open: string; over: string[]; closed: string[]; months: string[] }>;
/** The rules of a game, its tables and our readings; with `values` and `posted` where a table was described. */
export type GameRecord = Readonly<{
  schema: number; name: string; title: string; summary: string; deck: string; configuration: string; editions: EditionRecord[];
  wagers: WagerRules[]; game_hash: string; cites: CiteRecord[];
  rules: Readonly<{ id: string; topic: string; text: string; when: string | null; editions: string[]; cites: CiteRecord[] }>[];
  numbers: Readonly<{ id: string; value: string; text: string; cites: CiteRecord[] }>[]; keys: KeyRecord[];
  notices: Readonly<{ id: string; title: string; words: string; cites: CiteRecord[] }>[]; interpretations: ReadingRecord[];
  paytables: PaytableRecord[];
  sources: Readonly<{ document: string; title: string; publisher: string; mark: string; edition?: string; address?: string }>[];
  values?: Record<string, string>; posted?: Posted;
}>;
/** A game as the list of games shows it. */
export type GameSummary = Readonly<{
  name: string; title: string; summary: string; deck: string; felt: string; editions: EditionRecord[];
  wagers: Readonly<{ id: string; title: string; kind: string; paytables: Record<string, string[]> }>[]; game_hash: string;
}>;
/** Every game of the book. */
export type GamesRecord = Readonly<{ schema: number; games: GameSummary[] }>;
/** For each seat what its hand is, and every award that the round would give now. Nothing is entered. */
export type Graded = Readonly<{
  hands: Record<string, Readonly<{ label: string | null; why: string; cite: string; made_of: boolean[] }>>;
  awards: Readonly<{
    no: number; seat: number; event: string; label: string; kind: string; level: number | null; percent: string | null; cents: number;
    duties: string[]; status: string; sources: [string, number][]; waits_for: number[]; reported: string[]; cards: string; dealer: string;
    table: string; round: number; day: string; at: number; camera: string; entry: number; link: string; must: DutyRecord[];
    reported_name: string; approved_name: string;
  }>[];
  notes: string[];
}>;
/** A guest with play chips, and the table they sit at. */
export type GuestRecord = Readonly<{ name: string; cents: number; chips: string; table: string | null }>;
/** The cards of a hand as the viewer sees them; what lies face down is a null. */
export type HandView = Readonly<{ cards: (string | null)[]; words: string; making: number; stakes?: Record<string, number> }>;
/** Whom two halves invite, and a key for the second factor, also as an address for an app. */
export type InvitationOpened = Readonly<{ person: string; name: string; key: string; uri: string }>;
/** Somebody who has been invited and is not in yet, and what the viewer may do about it. */
export type InvitedRecord = Readonly<{
  person: string; name: string; by: Readonly<{ id: string; name: string; confirmed: boolean }>[]; until: number; chosen: boolean;
  do: "" | "confirm" | "half";
}>;
/** Another jackpot of the table: what one entry of a hand needs to know of it, and its awards that are not paid. */
export type JackpotBeside = Readonly<{ link: PitLink; round: PitRound; awards: KeptAward[] }>;
/** Where a journal ends. */
export type JournalHead = Readonly<{ seq: number; hash: string }>;
/** An award that is not paid yet, with where and when it was won and who stands behind it. */
export type KeptAward = Readonly<{
  no: number; seat: number; event: string; label: string; kind: string; level: number | null; percent: string | null; cents: number;
  duties: string[]; status: string; sources: [string, number][]; waits_for: number[]; reported: string[]; cards: string; dealer: string;
  table: string; round: number; day: string; at: number; camera: string; entry: number;
}>;
/** A choice of the house. */
export type KeyRecord = Readonly<{
  id: string; kind: string; values: string[]; default: string; text: string; reading: string | null; needs: string | null;
  editions: string[]; cites: CiteRecord[];
}>;
/** A row of a paytable as it is posted. */
export type LayoutRow = Readonly<{ event: string; label: string; pays: string; beside: string }>;
/** A spot of the felt: a wager with its limits in cents, and its table. */
export type LayoutSpot = Readonly<{
  wager: string; title: string; kind: "base" | "bonus" | "follow" | "jackpot"; text: string; minimum: number; maximum: number; step: number;
  paytable: string | null; sample: boolean; rows: LayoutRow[]; requires: string | null; note: string; unit: string;
}>;
/** One thing that somebody did, or tried. */
export type Line = Readonly<{
  schema: number; at: number; what: Act; who: string; link: string; about: string; detail: string; hash: string;
}>;
/** What a link answered; `detail` says why it refused. */
export type LinkAnswer = Readonly<{
  code: string; seq: number | null; at: number | null; ask: number | null; awards: AwardRecord[]; link: string; detail: string;
}>;
/** Every table of the house, with its seats and meters. */
export type LobbyRecord = Readonly<{ schema: number; tables: LobbyTable[] }>;
/** A table in the lobby. */
export type LobbyTable = Readonly<{
  game: string; title: string; summary: string; edition: string | null; configuration: string; sample: boolean; felt: string;
  features: string[]; id: string; wagers: string[]; jackpots: string[]; base: LayoutSpot; seats: ("open" | "taken" | "you")[];
  meters: MeterView[]; round: number;
}>;
/** How far a round goes that is still being typed in, and what it needs next; a complete one is settled. */
export type Looked = Readonly<{
  schema: number; game: string; places: Readonly<{ slot: string; cards: number }>[];
  hands: Readonly<{ slot: string; cards: string; words: string }>[];
  decisions: Readonly<{ seat: number; made: string; actions: ActionOffer[] }>[]; needs: CardsNeeded | DecisionNeeded | null;
  settlement: SettlementRecord | null;
}>;
/** A supervisor or an accountant of the link. */
export type Member = Readonly<{ id: string; name: string; role: string }>;
/** What a level shows, and the most that it may reach; null where the plan sets no limit. */
export type MeterLevel = Readonly<{ level: number; cents: number; limit_cents: number | null }>;
/** Pays a part of a meter. */
export type MeterPay = Readonly<{ kind: "meter"; percent: string; level: number | null }>;
/** One level of a jackpot; amounts in dollars. */
export type MeterRecord = Readonly<{ level: number; one_in: string | null; shown: string | null }>;
/** One level of a jackpot's meter as the displays show it. */
export type MeterView = Readonly<{ wager: string; title: string; level: number; levels: number; cents: number }>;
/** Pays nothing. */
export type NoPayRecord = Readonly<{ kind: "none" }>;
/** Nobody is signed in; `book` says whether the house runs a jackpot book. */
export type NobodySignedIn = Readonly<{ person: null; book: boolean }>;
/** Pays odds, to 1 or for 1 as the table's basis says. */
export type OddsPay = Readonly<{ kind: "odds"; value: string }>;
/** A jackpot on the first page of the office; amounts are cents. */
export type OfficeJackpot = Readonly<{
  link: string; title: string; type: string; currency: string; casino: string; location: string; license: string; standing: PageStanding;
  seq: number; day: string; meters: MeterLevel[]; requires: DutyWords[]; reserve: number; wagers: number; wagered: number; hits: number;
  owed: number; bank: number; required: number; receivable: OwedBack[]; ended: string; seized: boolean; latest: KeptAward[];
  pending: number; takes_wagers: boolean; why_not: string; tables: PitLine[]; may: string[];
}>;
/** One net outcome, with its count of all deals; it has no net where that depends on a meter. */
export type OutcomeRecord = Readonly<{
  net: string | null; count: string; probability: string; meter?: Readonly<{ level: number; percent: string }>;
}>;
/** Everything on the first page of the office; amounts are cents. */
export type Overview = Readonly<{
  at: number; trouble: string; age: number; jackpots: OfficeJackpot[]; approvals: Approval[]; day_close: DayClose[]; plans: WaitingPlan[];
  reasons: ReasonRecord[]; audited: BookAudit | null;
}>;
/** An award that was paid by mistake. */
export type OwedBack = Readonly<{ table: string; round: number; seat: number; cents: number; award: number }>;
/** A passkey of the person signed in; `here` says that this session began with it. */
export type OwnPasskey = Readonly<{ id: string; name: string; at: number; used: number; synced: boolean; stopped: number; here: boolean }>;
/** The passkeys of the person signed in. */
export type OwnPasskeys = Readonly<{ passkeys: OwnPasskey[]; unusable: Readonly<{ why: string; hint: string | null }> | null }>;
/** What a page must say about itself, and whether it may be worked. */
export type PageStanding = Readonly<{ notice: string; mode: "demonstration" | "live" | "preview"; may_act: boolean; why: string }>;
/** The device is paired. A sensor is told its token; a display keeps it in a cookie. */
export type PairedDevice = Readonly<{ paired: true; kind: string; table: string; link: string; token?: string }>;
/** The code to show, for so many seconds, and the secret by which the device asks whether it was confirmed. */
export type PairingBegun = Readonly<{ secret: string; code: string; seconds: number }>;
/** Nobody has confirmed the code yet. */
export type PairingWaits = Readonly<{ paired: false }>;
/** A challenge that a passkey has signed, as ``navigator.credentials.get`` gives it; every part in base64url. */
export type PasskeyAnswer = Readonly<{
  id: string; client_data: string; authenticator_data: string; signature: string; user_handle: string;
}>;
/** Whom a prize is paid to, and how it is known who they are; kept beside the journal, which names only a number. */
export type PayeeGiven = Readonly<{ name: string; identified: string; address?: string }>;
/** One paytable with what it pays, and who uses it. */
export type PaytableRecord = Readonly<{
  schema: number; id: string; aliases: string[]; games: string[]; editions: string[]; wager: string; basis: string | null;
  status: "document" | "sample" | "user"; unit: string; decks: number[]; parameters: Readonly<{ ranks: number; suit: boolean }>;
  rows: PaytableRow[]; loses: string[]; cites: CiteRecord[]; note?: string;
  ladder?: Readonly<{ players: number; rank: number | null; label: string }>[];
  alternatives?: Readonly<{ key: string; value: string; event: string; pay: OddsPay | FixedPay | MeterPay | PushPay | NoPayRecord }>[];
}>;
/** A row of a paytable. */
export type PaytableRow = Readonly<{
  event: string; label: string; pay: OddsPay | FixedPay | MeterPay | PushPay | NoPayRecord; dynamic: string[] | null; envy: string | null;
}>;
/** A part of one: its fraction where it is exact, and in percent. */
export type Percentage = Readonly<{ fraction?: string; percent: string }>;
/** An award with the round behind it: who locked it, which cards made the hand, who may not work on it. */
export type PitAward = Readonly<{
  no: number; seat: number; event: string; label: string; kind: string; level: number | null; percent: string | null; cents: number;
  duties: string[]; status: string; sources: [string, number][]; waits_for: number[]; reported: string[]; cards: string; dealer: string;
  table: string; round: number; day: string; at: number; camera: string; entry: number; link: string; must: DutyRecord[];
  reported_name: string; approved_name: string; wagered_at: number | null; locked_at: number | null; locked_by: string; made_of: boolean[];
  notes: string[]; barred: Record<string, Record<string, string>>;
}>;
/** A table in a list. */
export type PitLine = Readonly<{
  table: string; link: string; title: string; game: string; seats: number; location: string; round: number | null; last_round: number;
  pending: number; stopped: string[];
}>;
/** The tables whose jackpots somebody works for. */
export type PitLines = Readonly<{ tables: PitLine[]; trouble: string }>;
/** The jackpot that a table plays for. */
export type PitLink = Readonly<{
  id: string; title: string; type: string; paytable: string; base_wager: number; meters: MeterLevel[]; day: string; accepts: boolean;
  why_not: string; runbook: string; currency: string;
}>;
/** The round that is open on a link, or the one that comes next. */
export type PitRound = Readonly<{
  number: number; phase: "hand" | "wagers"; in_books: boolean; seats: number[]; cents: number; dynamic: Record<string, number>;
  locked_at: number | null; locked_by: string;
}>;
/** Everything that the console of one table shows. */
export type PitView = Readonly<{
  at: number; version: number; seq: number; stale: number; trouble: string; links: string[]; standing: PageStanding; link: PitLink;
  table: Readonly<{
    id: string; game: string; seats: number; location: string; stopped: string[];
    sees: Readonly<{ own: number; dealer: number; fewest: number; rows: Readonly<{ event: string; label: string }>[] }>;
  }>;
  round: PitRound; sensor: Readonly<{ by: string; silent: boolean }>; awards: PitAward[]; asks: AskRecord[]; receivable: OwedBack[];
  alerts: AlertView[];
  before: Readonly<{
    round: number; at: number; what: string; cents: number; wagers: number; entry: number; by: string; void: boolean; seats: number[];
    awards: number[];
  }>[];
  entries: EntryLine[]; people: Member[]; thresholds: Record<string, DutyWords>; beside: JackpotBeside[];
}>;
/** One place in the handbook, with the words a reader sees there. */
export type Place = Readonly<{ game: string; kind: string; title: string; text: string; address: string }>;
/** Every change of a link's configuration, the newest first. */
export type PlanHistory = Readonly<{
  link: string;
  changes: Readonly<{
    seq: number; at: number; kind: string; table: string | null; round: number | null; by: string; by_name: string; second: string;
    second_name: string; detail: string; hash: string; plan?: string; changes?: [string, string, string][];
  }>[];
}>;
/** Situations that look alike in words, and how often each decision is best in them. */
export type PlayLine = Readonly<{ question: string; hand: string; plays: string; best: Record<string, string> }>;
/** What a table of this configuration posts. */
export type Posted = Readonly<{
  rules: Readonly<{ id: string; topic: string; words: string }>[];
  tables: Record<string, Readonly<{ id: string; wager: string | null; rows: Readonly<{ label: string; pays: string; besides: string | null }>[] }>>;
}>;
/** Returns the stake. */
export type PushPay = Readonly<{ kind: "push" }>;
/** The answers of a question, graded. */
export type QuizGrades = Readonly<{
  schema: number; lines: Readonly<{ wager: string; given: number; net: number; right: boolean; why: string; cite: string }>[];
}>;
/** A round as it ended; `tables` are the paytables by wager. */
export type QuizQuestion = Readonly<{
  schema: number; game: string; title: string; level: number; number: number; felt: FeltView; tables: Record<string, string>;
  wagers: Readonly<{ wager: string; title: string; stake: number }>[];
}>;
/** How a jackpot's meter must grow for a wanted house edge in the long run, by its seed. */
export type RatesRecord = Readonly<{
  schema: number; game: string; wager: string; like: string; fixed_return: string;
  rates: Readonly<{ seed_cents: number; rate: string; shown: Readonly<{ rate: string; average_meter_cents: number }> }>[];
}>;
/** What the document leaves open, and how we read it. */
export type ReadingRecord = Readonly<{
  id: string; question: string; answer: string; otherwise: Record<string, string>; why: string; other: string; effect: string;
  confidence: string; affects: string[]; key: string | null; cites: CiteRecord[];
}>;
/** A reason for an adjustment. */
export type ReasonRecord = Readonly<{ reason: string; what: string; cite: string }>;
/** A report as text; `day` is the day or the month. */
export type ReportText = Readonly<{ link: string; day: string; text: string }>;
/** A round as it was dealt at a table; docs/reference/schemas has all that a person may write into one. */
export type RoundFileRecord = Readonly<{
  schema: number; game: string;
  seats: Record<string, Readonly<{ wagers: Record<string, string>; cards?: string; draw?: string; draws?: Record<string, string>; actions?: string[] }>>;
  dealer?: string | Readonly<{ cards?: string; up?: string; hole?: string; draws?: string }>; places?: Record<string, string>;
  meters?: Record<string, Record<string, string>>; dynamic?: Record<string, string>;
  table?: Readonly<{ limits: Record<string, Readonly<{ minimum?: string; step?: string; maximum?: string }>> }>;
  dealing?: Readonly<{ dice?: number[]; first?: string; order?: string }>;
}>;
/** A finished round step by step, and whether it agrees with what was recorded. */
export type RoundSteps = Readonly<{
  schema: number; game: string; steps: Readonly<{ words: string; felt: FeltView }>[];
  replay: Readonly<{
    schema: number; verdict: "agrees" | "differs"; game: string; game_hash: Readonly<{ recorded: string; current: string }>; rules: string;
    opened_cards: number | null; record_sha256: string | null; differences: string[];
  }>;
}>;
/** One row of a paytable. */
export type RowRecord = Readonly<{
  event: string; label: string; pays: string; net?: string | null; dynamic?: string[] | null; envy?: string | null; count: string;
  probability: string; one_in: string | null; return: string | null;
}>;
/** What to do about each alert. */
export type Runbooks = Readonly<{ runbooks: Readonly<{ id: string; title: string; means: string; steps: string[] }>[] }>;
/** The query as it was asked, and the places that hold every word of it. */
export type Search = Readonly<{ query: string; found: Place[] }>;
/** A place at the table; an open one has a number and nothing else. */
export type SeatView = Readonly<{
  seat: number; open: boolean; name?: string; bot?: boolean; you?: boolean; ready?: boolean; wagers?: Record<string, number>;
  last?: Record<string, number> | null;
}>;
/** Who plays here; null for a watcher. */
export type SessionRecord = Readonly<{ guest: GuestRecord | null }>;
/** An award of a jackpot; the dealer's share has no seat. */
export type SettledAward = Readonly<{
  seat: number | "dealer"; wager: string; event: string; kind: string; level: number | null; percent: string | null; amount: string;
}>;
/** What became of one wager, by which rule, and why; amounts are decimal strings. */
export type SettledLine = Readonly<{
  seat: number; wager: string; stake: string; outcome: string; event: string | null; net: string; returned: string; cite: string;
  why: string;
}>;
/** What somebody is up or down. */
export type SettledNet = Readonly<{ net: string }>;
/** What is owed for a round, wager by wager; meters are those after it, by wager and level. */
export type SettlementRecord = Readonly<{
  schema: number; game: string; settlements: SettledLine[]; awards: SettledAward[]; seats: Record<string, SettledNet>; house: SettledNet;
  meters: Record<string, Record<string, string>>; game_hash: string; notes?: string[]; void?: Readonly<{ reason: string }>;
}>;
/** One row of a wager's table, or one net outcome of a base game. */
export type SheetPay = Readonly<{
  event: string; row: string | null; pays: string; count: string; probability: string; one_in: string | null; return: Exact | null;
  share: Exact | null;
}>;
/** A whole par sheet. */
export type SheetRecord = Readonly<{
  schema: number; kind: string; document: Readonly<{ number: string; date: string | null }>; game: string; title: string; edition: string;
  decks: number; tables: Readonly<{ wager: string; id: string; status: string; basis: string | null; note: string }>[];
  limits?: Record<string, Readonly<{ minimum: string; maximum: string | null; step: string }>>; method: string; game_hash: string;
  software: string; rules: Readonly<{ id: string; text: string; cites: Readonly<{ document: string; section: string }>[] }>[];
  wagers: SheetWager[]; unsolved: Readonly<{ wager: string; why: string }>[];
  interpretations: Readonly<{ id: string; question: string; answer: string; confidence: string; key: string | null; affects: string[] }>[];
  checks: Readonly<{ what: string; value: string }>[];
  published: Readonly<{
    wager: string; figure: string; of: string; unit: string; printed: string; ours: string; agrees: boolean; source: string;
    address: string;
  }>[];
  sources: Readonly<{ document: string; title: string; edition: string; publisher: string; address: string; mark: string }>[];
}>;
/** Everything about one wager: its edge, with what the sheet adds. */
export type SheetWager = Readonly<{
  schema: number; game: string; wager: string; paytable: string | null; method: string; error_bound?: string; basis?: string;
  expectation: Exact | null; house_edge: Percentage | null; element_of_risk: Percentage | null; standard_deviation: string | null;
  hit_frequency?: string | null; push_frequency?: string | null; top_award?: TopAward | null; outcomes?: OutcomeRecord[]; total?: string;
  fixed_return?: Percentage; meters?: MeterRecord[]; break_even_meter?: string | null; others?: number; envy_per_other?: Exact;
  dealer_envy?: Exact | null; rows?: RowRecord[]; strategies?: Record<string, SimplerPlay>; cost?: string; by_composition?: string;
  chart?: Record<string, Record<string, string>>; key?: string; count?: string; notes: string[]; game_hash: string; title: string;
  samples: string[]; pays: SheetPay[]; awards: Readonly<{ event: string; pays: string; table: string }>[]; returned: Exact;
  strategy: Readonly<{
    stretches: Readonly<{ from: string; to: string; hands: string; best: string | null }>[]; ties: string;
    closest: Readonly<{ cards?: string; hand: string; best: string; next: string; difference: Exact; settled: boolean }>[];
    plays: PlayLine[];
  }> | null;
  jackpot: Readonly<{ fixed_return: Percentage; rates: Record<string, Percentage> }> | null;
  table: Readonly<{
    seats: number; method: string; standard_deviation: string;
    bands: Readonly<{ rounds: number; method: string; standard_deviation: string; win: Record<string, string> }>[];
  }> | null;
}>;
/** The shoe that the table has committed to, and how much of it is dealt. */
export type ShoeView = Readonly<{ root: string | null; shoe: number; dealt: number; cards: number; cut: number | null }>;
/** What a simpler way to play comes to, and costs. */
export type SimplerPlay = Readonly<{ house_edge: Percentage; cost: Exact }>;
/** What the first rounds of a seed bring, beside what is known exactly. */
export type SimulatedSoFar = Readonly<{
  schema: number; game: string; strategy: string; seats: number; rounds: string; seed: number; device: string; seconds: string; by: string;
  meters: Record<string, Record<string, string>>; wagers: SimulatedWager[]; agrees: boolean | null; game_hash: string; most: number;
}>;
/** A wager's rounds beside its exact value. */
export type SimulatedWager = Readonly<{
  wager: string; mean: string; standard_error: string; exact: string | null; estimated: boolean; z: string | null; hit_frequency: string;
  chi_square: Readonly<{ statistic: string; freedom: number; probability: string }> | null; probability: string | null;
  outcomes: (Readonly<{
    net: string; count: string; expected: string | null; event: string | null; envy?: string;
    meter?: Readonly<{ level: number; share: string }>;
  }>)[];
}>;
/** Somebody of a link: their roles by link, their log-in, and how long they are locked out. */
export type StaffMember = Readonly<{
  id: string; name: string; roles: Record<string, string>; enrolled: boolean; second_factor: boolean; passkeys: number;
  needs_second_factor: boolean; locked_seconds: number;
}>;
/** Everybody of the viewer's links, those links and what they are called, and who is invited. */
export type StaffPeople = Readonly<{ people: StaffMember[]; links: Record<string, string>; invited: InvitedRecord[] }>;
/** Who is signed in here, their role on each link, and the token that their changes carry. */
export type StaffRecord = Readonly<{
  person: string; book: boolean; name: string; roles: Record<string, string>; csrf: string; zone: string;
}>;
/** The whole chart, class by class, and what simpler ways to play cost. */
export type StrategyRecord = Readonly<{
  schema: number; game: string; wager: string; method: string; expectation: Exact; house_edge: Percentage; chart: ChartLine[];
  plays?: PlayLine[]; strategies: Record<string, SimplerPlay>; game_hash: string;
}>;
/** What each legal decision of a seat is worth. */
export type TableAdviceRecord = Readonly<{
  schema: number; hand: string; on: string; method: string; standard_error: string | null;
  values: Readonly<{ action: string; value: Exact | null; cost: Exact | null; best: boolean }>[]; counts: DealerCounts | null;
  notes: string[];
}>;
/** The answer of the first link that has the report in its journal, and those of all. */
export type TableAnswer = Readonly<{
  code: string; seq: number | null; at: number | null; ask: number | null; awards: AwardRecord[]; link: string; detail: string;
  links: LinkAnswer[];
}>;
/** A table as the viewer may see it, and its felt. */
export type TableRecord = Readonly<{ layout: FeltLayout; view: TableView }>;
/** Everything that a page needs to draw the table for one viewer. */
export type TableView = Readonly<{
  schema: number; table: string; version: number; round: number; decided: number; phase: "playing" | "wagers"; seconds: number | null;
  you: Readonly<{ seat: number; cents: number }> | null; seats: SeatView[]; felt: FeltView | null;
  made: Readonly<{ wager: string; title: string; event: string | null; net: number | null; words: string; cite: string; paid: boolean }>[];
  dice: DiceView | null; turn: Readonly<{ seat: number; actions?: ActionView[]; by_clock?: string; text?: string; cite?: string }> | null;
  meters: MeterView[]; dynamic: BoostedPay[]; commitment: ShoeView; last: FinishedView | null; log: string[]; watchers: number;
}>;
/** The best outcome. */
export type TopAward = Readonly<{ net: string; probability: string; one_in: string }>;
/** A wager with its rules. */
export type WagerRules = Readonly<{
  id: string; title: string; kind: string; text: string; requires: string | null; default: string | null;
  paytables: Record<string, string[]>; cites: CiteRecord[];
}>;
/** A plan that somebody has put forward, or one that is approved and not yet in force. */
export type WaitingPlan = Readonly<{
  link: string; status: "proposed" | "waiting"; hash: string; by: string; in_force: string; changes: [string, string, string][];
}>;
/** One entry with everything in it; `body` is what the chain holds. */
export type WholeEntry = Readonly<{
  seq: number; at: number; kind: string; table: string | null; round: number | null; by: string; by_name: string; second: string;
  second_name: string; detail: string; hash: string; body: unknown;
}>;
/** An award that was won just now. */
export type WonAward = Readonly<{
  no: number; whole: boolean; title: string; cents: number; amount: string; words: string;
  hand: Readonly<{ card: string; counts: boolean }>[];
}>;
