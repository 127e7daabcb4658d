// Made by `python -m tools.docs` from the records that the house answers with. Do not edit.

export type AccessLines = Readonly<{ lines: Line[]; total: number; faults: string[] }>;
export type Act = "audit" | "cannot be read" | "chose a password and a second factor" | "confirmed" | "enrolled" | "enrolled a key of" | "enrolled both founders" | "invited" | "log-in" | "log-in by key" | "log-in by key failed" | "log-in by token" | "log-in by token failed" | "log-in failed" | "log-in while resting" | "log-out" | "made a token for" | "opened the invitation" | "paired" | "passkey alarm" | "passkey refused" | "payees backed up" | "payees restored" | "put out" | "refused" | "registered a passkey" | "removed a passkey" | "second factor for" | "seen" | "took over" | "unlocked" | "unpaired" | "was shown half of the invitation" | "wrong confirmation code";
export type ActionOffer = Readonly<{ name: string; minimum: string; maximum: string; step: string }>;
export type ActionView = Readonly<{
  name: string; minimum: number; maximum: number; step: number; multiples: number[]; base: number; wager: string | null;
}>;
export type AdviceRecord = Readonly<{
  schema: number; game: string; cards: string; hand: string; method: string;
  actions: Readonly<{ action: string; amount: string; expectation: Exact | null }>[]; best: string | null; notes?: string[];
  counts?: DealerCounts; up?: string; question?: string; unsolved?: string[]; expectation?: Exact | null; looks?: boolean;
  dealer?: Record<string, Exact>; seat?: number; players?: number; error_bound?: string; standard_error?: string; draws?: string;
  game_hash: string;
}>;
export type AlertView = Readonly<{
  id: string;
  kind: "award-pending" | "award-rejected" | "bank-differs" | "bank-short" | "book-stopped" | "checkpoint-kept" | "clock-behind" | "clock-jumped" | "clock-ran-back" | "database-lost" | "day-not-begun" | "day-not-closed" | "deposit-due" | "funds-seized" | "hits-beyond-odds" | "level-won" | "link-stopped" | "new-chain" | "no-entries" | "paid-by-mistake" | "passkey-copied" | "round-corrected" | "second-person" | "sensor-silent" | "silent-days" | "table-stopped" | "unreasonable-rate" | "unwatched";
  severity: "info" | "warn"; link: string; tables: string[]; title: string; detail: string; words: string; at: number | null;
  runbook: string;
}>;
export type Approval = Readonly<{
  kind: "award" | "request"; link: string; number: number; what: string; where: string; table: string | null; by: string; at: number | null;
  cents: number | null; status: string; waits_for?: number[]; duties?: string[]; barred?: Record<string, string>; reason?: string;
}>;
export type ArchivedRound = Readonly<{ transcript: Record<string, unknown>; seen: FinishedView }>;
export type AskRecord = Readonly<{
  ask: number; do: string; by: string; name: string; words: string; reason: string; request: Record<string, unknown>;
}>;
export type AwardRecord = Readonly<{
  no: number; seat: number; event: string; label: string; kind: string; level: number | null; percent: string | null; cents: number;
  duties: string[]; status: string; sources: [string, number][]; waits_for: number[]; reported: string[]; cards: string; dealer: string;
}>;
export type AwardTrail = Readonly<{
  link: string; standing: PageStanding; casino: string; location: string; license: string; title: string; currency: string;
  paytable: string; base_wager_cents: number; game: string; table: string; round: number; award: AwardRecord; status: string; cards: string;
  dealer: string; won: EntryLine; approved: EntryLine | null; paid: EntryLine | null;
  payment: Readonly<{ method: string; reference: string; tax_form: string; camera: string }>; void_reason: string; people: string[];
  entries: EntryLine[]; head: JournalHead;
}>;
export type BankBook = Readonly<{
  link: string; books: number; difference: number;
  lines: Readonly<{
    seq: number; at: number; kind: string; table: string | null; round: number | null; by: string; by_name: string; second: string;
    second_name: string; detail: string; hash: string; moved: number; books: number; reference: string; stated?: number;
    difference?: number;
  }>[];
  complete: boolean;
}>;
export type BookAnswer = Readonly<{ code: string; seq: number | null; at: number | null; ask: number | null; awards: AwardRecord[] }>;
export type BookAudit = Readonly<{
  store: string[]; cannot_promise: string[]; remarks: string[];
  links: Readonly<{
    link: string; entries: number; transfers: number; decided: number; head: JournalHead;
    findings: Readonly<{ where: string; what: string }>[]; more: number; notes: string[]; checkpoints: string;
  }>[];
  seconds: number; at: number; by: string;
}>;
export type BoostedPay = Readonly<{ event: string; label: string; pays: string }>;
export type CardsNeeded = Readonly<{ kind: "cards"; slot: string; cards: number; words: string }>;
export type ChartLine = Readonly<{
  hand: string; hands: string; best: string; settled: boolean;
  actions: Readonly<{ action: string; amount: string; expectation: Exact; best_hands: string }>[];
}>;
export type CiteRecord = Readonly<{ document: string; section: string }>;
export type CommandAnswer = Readonly<{ repeated: boolean; view: TableView }>;
export type Credentials = Readonly<{ person: string; password: string; code?: string; passkey?: PasskeyAnswer | null }>;
export type DayClose = Readonly<{
  link: string; title: string; day: string; ends_at: number; to_close: string[];
  checks: Readonly<{ ok: boolean; title: string; detail: string }>[]; alarms: AlertView[];
}>;
export type DealerCounts = Readonly<{ win: string; tie: string; lose: string; not_qualified: string; total: string }>;
export type DecisionNeeded = Readonly<{ kind: "decision"; seat: number; actions: ActionOffer[]; words: string; cite: string }>;
export type DesignRecord = Readonly<{
  schema: number; game: string; wager: string; like: string; order: string; complete: boolean; fits: boolean;
  tables: Readonly<{
    house_edge: string; hit_frequency: string;
    rows: Readonly<{ event: string; label: string; pay: number; was: number | null; count: string; return: string; shown: string }>[];
    shown: Readonly<{ house_edge: string; away: string; standard_deviation: string; hit_frequency: string }>;
  }>[];
}>;
export type DeviceRecord = Readonly<{
  kind: string; link: string; table: string; person: string; at: number; id: string; name: string; silent: boolean;
}>;
export type DevicesRecord = Readonly<{
  devices: DeviceRecord[]; waiting: Readonly<{ kind: string; where: string }>[]; tables: string[]; jackpots: Record<string, string[]>;
}>;
export type DiceView = Readonly<{ thrown: number[]; sum: number; clockwise: boolean; first: number | null }>;
export type DisplayBeat = Readonly<{ clock: string; heard: string; live: boolean; beat: true }>;
export type DisplayJackpot = Readonly<{
  link: string; title: string; type: "house" | "progressive"; unit: string; sign: string;
  meters: Readonly<{ level: number; name: string; cents: number }>[]; tells: string; rows: DisplayRow[]; notes: string[];
  notice: Readonly<{ words: string; cite: string }> | null;
  pending: Readonly<{ no: number; words: string; amount: string; cents: number; whole: boolean }>[]; won: WonAward[]; stopped: string;
}>;
export type DisplayList = Readonly<{ displays: Readonly<{ table: string; jackpots: Readonly<{ link: string; title: string }>[] }>[] }>;
export type DisplayRecord = Readonly<{
  schema: number; table: string; casino: string; zone: string; badges: string[]; jackpots: DisplayJackpot[]; clock: string; heard: string;
  live: boolean;
}>;
export type DisplayRow = Readonly<{
  event: string; label: string; cards: string[]; own: number; pays: string; beside: string; boosted: boolean;
}>;
export type DutyRecord = Readonly<{ title: string; from: string; duty: string }>;
export type DutyWords = Readonly<{ title: string; from: string }>;
export type EdgeRecord = Readonly<{
  schema: number; game: string; wager: string; paytable: string | null; method: string; error_bound?: string; basis?: string;
  expectation: Exact | null; house_edge: Percentage | null; element_of_risk: Percentage | null; standard_deviation: string | null;
  hit_frequency?: string | null; push_frequency?: string | null; top_award?: TopAward | null; outcomes?: OutcomeRecord[]; total?: string;
  fixed_return?: Percentage; meters?: MeterRecord[]; break_even_meter?: string | null; others?: number; envy_per_other?: Exact;
  dealer_envy?: Exact | null; rows?: RowRecord[]; strategies?: Record<string, SimplerPlay>; cost?: string; by_composition?: string;
  chart?: Record<string, Record<string, string>>; key?: string; count?: string; notes: string[]; game_hash: string;
}>;
export type EditionRecord = Readonly<{ id: string; title: string; document: string; seats: [number, number] }>;
export type EntryLine = Readonly<{
  seq: number; at: number; kind: string; table: string | null; round: number | null; by: string; by_name: string; second: string;
  second_name: string; detail: string; hash: string;
}>;
export type EntryLines = Readonly<{ link: string; entries: EntryLine[] }>;
export type Exact = Readonly<{ fraction?: string; decimal: string }>;
export type FeltLayout = Readonly<{
  game: string; title: string; summary: string; edition: string | null; configuration: string; sample: boolean; felt: string;
  features: string[]; table: string; samples: string[]; seats: number;
  cards: Readonly<{ own: number; dealer: number; places: Record<string, number> }>; hands: number; pot: boolean; decks: number;
  words: string[]; spots: LayoutSpot[]; awards: Readonly<{ title: string; text: string; rows: LayoutRow[] }>[];
  readings: Readonly<{ id: string; question: string; answer: string }>[]; game_hash: string; bots: string;
  rules: Readonly<{ text: string; cite: string }>[];
}>;
export type FeltSeat = Readonly<{
  seat: number; stakes: Record<string, number>; hands: HandView[]; active: number | null; decisions: string[]; by_clock: number[];
  acting: boolean;
}>;
export type FeltView = Readonly<{
  seats: FeltSeat[]; dealer: HandView[]; places: Record<string, HandView>; answers: Readonly<{ question: string; yes: boolean }>[];
  pot?: Readonly<{ cents: number; order: number[]; leads: number[]; kicked_out: boolean; lost: Record<string, string> }>;
}>;
export type FinishedLine = Readonly<{
  number: number; at: number; nets: Record<string, number>; names: Record<string, string>; hands: Record<string, HandView[]>;
  void: string | null;
}>;
export type FinishedLines = Readonly<{ table: string; rounds: FinishedLine[] }>;
export type FinishedView = Readonly<{
  number: number; at: number; felt: FeltView; lines: SettledLine[];
  awards: Readonly<{
    seat: number | "dealer"; wager: string; event: string; kind: string; level: number | null; percent: string | null; amount: string;
    words: string; cents: number;
  }>[];
  won: Readonly<{ seat: number | string; wager: string; cents: number }>[]; dynamic: BoostedPay[]; nets: Record<string, number>;
  house: number; void: string | null; root: string | null; game_hash: string; dice: DiceView | null; names: Record<string, string>;
}>;
export type FixedPay = Readonly<{ kind: "fixed"; amount: string }>;
export type GamblingDays = Readonly<{ link: string; open: string; over: string[]; closed: string[]; months: string[] }>;
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
export type GameSummary = Readonly<{
  name: string; title: string; summary: string; deck: string; felt: string; editions: EditionRecord[];
  wagers: Readonly<{ id: string; title: string; kind: string; paytables: Record<string, string[]> }>[]; game_hash: string;
}>;
export type GamesRecord = Readonly<{ schema: number; games: GameSummary[] }>;
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
export type GuestRecord = Readonly<{ name: string; cents: number; chips: string; table: string | null }>;
export type HandView = Readonly<{ cards: (string | null)[]; words: string; making: number; stakes?: Record<string, number> }>;
export type InvitationOpened = Readonly<{ person: string; name: string; key: string; uri: string }>;
export type InvitedRecord = Readonly<{
  person: string; name: string; by: Readonly<{ id: string; name: string; confirmed: boolean }>[]; until: number; chosen: boolean;
  do: "" | "confirm" | "half";
}>;
export type JackpotBeside = Readonly<{ link: PitLink; round: PitRound; awards: KeptAward[] }>;
export type JournalHead = Readonly<{ seq: number; hash: string }>;
export type KeptAward = Readonly<{
  no: number; seat: number; event: string; label: string; kind: string; level: number | null; percent: string | null; cents: number;
  duties: string[]; status: string; sources: [string, number][]; waits_for: number[]; reported: string[]; cards: string; dealer: string;
  table: string; round: number; day: string; at: number; camera: string; entry: number;
}>;
export type KeyRecord = Readonly<{
  id: string; kind: string; values: string[]; default: string; text: string; reading: string | null; needs: string | null;
  editions: string[]; cites: CiteRecord[];
}>;
export type LayoutRow = Readonly<{ event: string; label: string; pays: string; beside: string }>;
export type LayoutSpot = Readonly<{
  wager: string; title: string; kind: "base" | "bonus" | "follow" | "jackpot"; text: string; minimum: number; maximum: number; step: number;
  paytable: string | null; sample: boolean; rows: LayoutRow[]; requires: string | null; note: string; unit: string;
}>;
export type Line = Readonly<{
  schema: number; at: number; what: Act; who: string; link: string; about: string; detail: string; hash: string;
}>;
export type LinkAnswer = Readonly<{
  code: string; seq: number | null; at: number | null; ask: number | null; awards: AwardRecord[]; link: string; detail: string;
}>;
export type LobbyRecord = Readonly<{ schema: number; tables: LobbyTable[] }>;
export type LobbyTable = Readonly<{
  game: string; title: string; summary: string; edition: string | null; configuration: string; sample: boolean; felt: string;
  features: string[]; id: string; wagers: string[]; jackpots: string[]; base: LayoutSpot; seats: ("open" | "taken" | "you")[];
  meters: MeterView[]; round: number;
}>;
export type Looked = Readonly<{
  schema: number; game: string; places: Readonly<{ slot: string; cards: number }>[];
  hands: Readonly<{ slot: string; cards: string; words: string }>[];
  decisions: Readonly<{ seat: number; made: string; actions: ActionOffer[] }>[]; needs: CardsNeeded | DecisionNeeded | null;
  settlement: SettlementRecord | null;
}>;
export type Member = Readonly<{ id: string; name: string; role: string }>;
export type MeterLevel = Readonly<{ level: number; cents: number; limit_cents: number | null }>;
export type MeterPay = Readonly<{ kind: "meter"; percent: string; level: number | null }>;
export type MeterRecord = Readonly<{ level: number; one_in: string | null; shown: string | null }>;
export type MeterView = Readonly<{ wager: string; title: string; level: number; levels: number; cents: number }>;
export type NoPayRecord = Readonly<{ kind: "none" }>;
export type NobodySignedIn = Readonly<{ person: null; book: boolean }>;
export type OddsPay = Readonly<{ kind: "odds"; value: string }>;
export type OfficeJackpot = Readonly<{
  link: string; title: string; type: string; currency: string; casino: string; location: string; license: string; standing: PageStanding;
  seq: number; day: string; meters: MeterLevel[]; requires: DutyWords[]; reserve: number; wagers: number; wagered: number; hits: number;
  owed: number; bank: number; required: number; receivable: OwedBack[]; ended: string; seized: boolean; latest: KeptAward[];
  pending: number; takes_wagers: boolean; why_not: string; tables: PitLine[]; may: string[];
}>;
export type OutcomeRecord = Readonly<{
  net: string | null; count: string; probability: string; meter?: Readonly<{ level: number; percent: string }>;
}>;
export type Overview = Readonly<{
  at: number; trouble: string; age: number; jackpots: OfficeJackpot[]; approvals: Approval[]; day_close: DayClose[]; plans: WaitingPlan[];
  reasons: ReasonRecord[]; audited: BookAudit | null;
}>;
export type OwedBack = Readonly<{ table: string; round: number; seat: number; cents: number; award: number }>;
export type OwnPasskey = Readonly<{ id: string; name: string; at: number; used: number; synced: boolean; stopped: number; here: boolean }>;
export type OwnPasskeys = Readonly<{ passkeys: OwnPasskey[]; unusable: Readonly<{ why: string; hint: string | null }> | null }>;
export type PageStanding = Readonly<{ notice: string; mode: "demonstration" | "live" | "preview"; may_act: boolean; why: string }>;
export type PairedDevice = Readonly<{ paired: true; kind: string; table: string; link: string; token?: string }>;
export type PairingBegun = Readonly<{ secret: string; code: string; seconds: number }>;
export type PairingWaits = Readonly<{ paired: false }>;
export type PasskeyAnswer = Readonly<{
  id: string; client_data: string; authenticator_data: string; signature: string; user_handle: string;
}>;
export type PayeeGiven = Readonly<{ name: string; identified: string; address?: string }>;
export type PaytableRecord = Readonly<{
  schema: number; id: string; aliases: string[]; games: string[]; editions: string[]; wager: string; basis: string | null;
  status: "document" | "sample" | "user"; unit: string; decks: number[]; parameters: Readonly<{ ranks: number; suit: boolean }>;
  rows: PaytableRow[]; loses: string[]; cites: CiteRecord[]; note?: string;
  ladder?: Readonly<{ players: number; rank: number | null; label: string }>[];
  alternatives?: Readonly<{ key: string; value: string; event: string; pay: OddsPay | FixedPay | MeterPay | PushPay | NoPayRecord }>[];
}>;
export type PaytableRow = Readonly<{
  event: string; label: string; pay: OddsPay | FixedPay | MeterPay | PushPay | NoPayRecord; dynamic: string[] | null; envy: string | null;
}>;
export type Percentage = Readonly<{ fraction?: string; percent: string }>;
export type PitAward = Readonly<{
  no: number; seat: number; event: string; label: string; kind: string; level: number | null; percent: string | null; cents: number;
  duties: string[]; status: string; sources: [string, number][]; waits_for: number[]; reported: string[]; cards: string; dealer: string;
  table: string; round: number; day: string; at: number; camera: string; entry: number; link: string; must: DutyRecord[];
  reported_name: string; approved_name: string; wagered_at: number | null; locked_at: number | null; locked_by: string; made_of: boolean[];
  notes: string[]; barred: Record<string, Record<string, string>>;
}>;
export type PitLine = Readonly<{
  table: string; link: string; title: string; game: string; seats: number; location: string; round: number | null; last_round: number;
  pending: number; stopped: string[];
}>;
export type PitLines = Readonly<{ tables: PitLine[]; trouble: string }>;
export type PitLink = Readonly<{
  id: string; title: string; type: string; paytable: string; base_wager: number; meters: MeterLevel[]; day: string; accepts: boolean;
  why_not: string; runbook: string; currency: string;
}>;
export type PitRound = Readonly<{
  number: number; phase: "hand" | "wagers"; in_books: boolean; seats: number[]; cents: number; dynamic: Record<string, number>;
  locked_at: number | null; locked_by: string;
}>;
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
export type Place = Readonly<{ game: string; kind: string; title: string; text: string; address: string }>;
export type PlanHistory = Readonly<{
  link: string;
  changes: Readonly<{
    seq: number; at: number; kind: string; table: string | null; round: number | null; by: string; by_name: string; second: string;
    second_name: string; detail: string; hash: string; plan?: string; changes?: [string, string, string][];
  }>[];
}>;
export type PlayLine = Readonly<{ question: string; hand: string; plays: string; best: Record<string, string> }>;
export type Posted = Readonly<{
  rules: Readonly<{ id: string; topic: string; words: string }>[];
  tables: Record<string, Readonly<{ id: string; wager: string | null; rows: Readonly<{ label: string; pays: string; besides: string | null }>[] }>>;
}>;
export type PushPay = Readonly<{ kind: "push" }>;
export type QuizGrades = Readonly<{
  schema: number; lines: Readonly<{ wager: string; given: number; net: number; right: boolean; why: string; cite: string }>[];
}>;
export type QuizQuestion = Readonly<{
  schema: number; game: string; title: string; level: number; number: number; felt: FeltView; tables: Record<string, string>;
  wagers: Readonly<{ wager: string; title: string; stake: number }>[];
}>;
export type RatesRecord = Readonly<{
  schema: number; game: string; wager: string; like: string; fixed_return: string;
  rates: Readonly<{ seed_cents: number; rate: string; shown: Readonly<{ rate: string; average_meter_cents: number }> }>[];
}>;
export type ReadingRecord = Readonly<{
  id: string; question: string; answer: string; otherwise: Record<string, string>; why: string; other: string; effect: string;
  confidence: string; affects: string[]; key: string | null; cites: CiteRecord[];
}>;
export type ReasonRecord = Readonly<{ reason: string; what: string; cite: string }>;
export type ReportText = Readonly<{ link: string; day: string; text: string }>;
export type RoundFileRecord = Readonly<{
  schema: number; game: string;
  seats: Record<string, Readonly<{ wagers: Record<string, string>; cards?: string; draw?: string; draws?: Record<string, string>; actions?: string[] }>>;
  dealer?: string | Readonly<{ cards?: string; up?: string; hole?: string; draws?: string }>; places?: Record<string, string>;
  meters?: Record<string, Record<string, string>>; dynamic?: Record<string, string>;
  table?: Readonly<{ limits: Record<string, Readonly<{ minimum?: string; step?: string; maximum?: string }>> }>;
  dealing?: Readonly<{ dice?: number[]; first?: string; order?: string }>;
}>;
export type RoundSteps = Readonly<{
  schema: number; game: string; steps: Readonly<{ words: string; felt: FeltView }>[];
  replay: Readonly<{
    schema: number; verdict: "agrees" | "differs"; game: string; game_hash: Readonly<{ recorded: string; current: string }>; rules: string;
    opened_cards: number | null; record_sha256: string | null; differences: string[];
  }>;
}>;
export type RowRecord = Readonly<{
  event: string; label: string; pays: string; net?: string | null; dynamic?: string[] | null; envy?: string | null; count: string;
  probability: string; one_in: string | null; return: string | null;
}>;
export type Runbooks = Readonly<{ runbooks: Readonly<{ id: string; title: string; means: string; steps: string[] }>[] }>;
export type Search = Readonly<{ query: string; found: Place[] }>;
export type SeatView = Readonly<{
  seat: number; open: boolean; name?: string; bot?: boolean; you?: boolean; ready?: boolean; wagers?: Record<string, number>;
  last?: Record<string, number> | null;
}>;
export type SessionRecord = Readonly<{ guest: GuestRecord | null }>;
export type SettledAward = Readonly<{
  seat: number | "dealer"; wager: string; event: string; kind: string; level: number | null; percent: string | null; amount: string;
}>;
export type SettledLine = Readonly<{
  seat: number; wager: string; stake: string; outcome: string; event: string | null; net: string; returned: string; cite: string;
  why: string;
}>;
export type SettledNet = Readonly<{ net: string }>;
export type SettlementRecord = Readonly<{
  schema: number; game: string; settlements: SettledLine[]; awards: SettledAward[]; seats: Record<string, SettledNet>; house: SettledNet;
  meters: Record<string, Record<string, string>>; game_hash: string; notes?: string[]; void?: Readonly<{ reason: string }>;
}>;
export type SheetPay = Readonly<{
  event: string; row: string | null; pays: string; count: string; probability: string; one_in: string | null; return: Exact | null;
  share: Exact | null;
}>;
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
export type SheetWager = Readonly<{
  schema: number; game: string; wager: string; paytable: string | null; method: string; error_bound?: string; basis?: string;
  expectation: Exact | null; house_edge: Percentage | null; element_of_risk: Percentage | null; standard_deviation: string | null;
  hit_frequency?: string | null; push_frequency?: string | null; top_award?: TopAward | null; outcomes?: OutcomeRecord[]; total?: string;
  fixed_return?: Percentage; meters?: MeterRecord[]; break_even_meter?: string | null; others?: number; envy_per_other?: Exact;
  dealer_envy?: Exact | null; rows?: RowRecord[]; strategies?: Record<string, SimplerPlay>; cost?: string; by_composition?: string;
  chart?: Record<string, Record<string, string>>; key?: string; count?: string; notes: string[]; game_hash: string; title: string;
  samples: string[]; pays: SheetPay[]; awards: Readonly<{ event: string; pays: string; table: string }>[]; returned: Exact;
  strategy: Readonly<{
    stretches: Stretch[]; ties: string;
    closest: Readonly<{ cards?: string; hand: string; best: string; next: string; difference: Exact; settled: boolean }>[];
    plays: PlayLine[];
  }> | null;
  jackpot: Readonly<{ fixed_return: Percentage; rates: Record<string, Percentage> }> | null;
  table: Readonly<{
    seats: number; method: string; standard_deviation: string;
    bands: Readonly<{ rounds: number; method: string; standard_deviation: string; win: Record<string, string> }>[];
  }> | null;
}>;
export type ShoeView = Readonly<{ root: string | null; shoe: number; dealt: number; rounds: number; cards: number; cut: number | null }>;
export type SimplerPlay = Readonly<{ house_edge: Percentage; cost: Exact }>;
export type SimulatedSoFar = Readonly<{
  schema: number; game: string; strategy: string; seats: number; rounds: string; seed: number; device: string; seconds: string; by: string;
  meters: Record<string, Record<string, string>>; wagers: SimulatedWager[]; agrees: boolean | null; game_hash: string; most: number;
}>;
export type SimulatedWager = Readonly<{
  wager: string; mean: string; standard_error: string; exact: string | null; estimated: boolean; z: string | null; hit_frequency: string;
  chi_square: Readonly<{ statistic: string; freedom: number; probability: string }> | null; probability: string | null;
  outcomes: (Readonly<{
    net: string; count: string; expected: string | null; event: string | null; envy?: string;
    meter?: Readonly<{ level: number; share: string }>;
  }>)[];
}>;
export type StaffMember = Readonly<{
  id: string; name: string; roles: Record<string, string>; enrolled: boolean; second_factor: boolean; passkeys: number;
  needs_second_factor: boolean; locked_seconds: number;
}>;
export type StaffPeople = Readonly<{ people: StaffMember[]; links: Record<string, string>; invited: InvitedRecord[] }>;
export type StaffRecord = Readonly<{
  person: string; book: boolean; name: string; roles: Record<string, string>; csrf: string; zone: string;
}>;
export type StrategyRecord = Readonly<{
  schema: number; game: string; wager: string; method: string; expectation: Exact; house_edge: Percentage; chart: ChartLine[];
  plays?: PlayLine[]; strategies: Record<string, SimplerPlay>; game_hash: string;
}>;
export type Stretch = Readonly<{ from: string; to: string; hands: string; best: string | null }>;
export type TableAdviceRecord = Readonly<{
  schema: number; hand: string; on: string; method: string; standard_error: string | null;
  values: Readonly<{ action: string; value: Exact | null; cost: Exact | null; best: boolean }>[]; counts: DealerCounts | null;
  notes: string[];
}>;
export type TableAnswer = Readonly<{
  code: string; seq: number | null; at: number | null; ask: number | null; awards: AwardRecord[]; link: string; detail: string;
  links: LinkAnswer[];
}>;
export type TableRecord = Readonly<{ layout: FeltLayout; view: TableView }>;
export type TableView = Readonly<{
  schema: number; table: string; version: number; round: number; decided: number; phase: "playing" | "wagers"; seconds: number | null;
  you: Readonly<{ seat: number; cents: number }> | null; seats: SeatView[]; felt: FeltView | null;
  made: Readonly<{ wager: string; title: string; event: string | null; net: number | null; words: string; cite: string; paid: boolean }>[];
  dice: DiceView | null; turn: Readonly<{ seat: number; actions?: ActionView[]; by_clock?: string; text?: string; cite?: string }> | null;
  meters: MeterView[]; dynamic: BoostedPay[]; commitment: ShoeView; last: FinishedView | null; log: string[]; watchers: number;
}>;
export type TopAward = Readonly<{ net: string; probability: string; one_in: string }>;
export type WagerRules = Readonly<{
  id: string; title: string; kind: string; text: string; requires: string | null; default: string | null;
  paytables: Record<string, string[]>; cites: CiteRecord[];
}>;
export type WaitingPlan = Readonly<{
  link: string; status: "proposed" | "waiting"; hash: string; by: string; in_force: string; changes: [string, string, string][];
}>;
export type WholeEntry = Readonly<{
  seq: number; at: number; kind: string; table: string | null; round: number | null; by: string; by_name: string; second: string;
  second_name: string; detail: string; hash: string; body: unknown;
}>;
export type WonAward = Readonly<{
  no: number; whole: boolean; title: string; cents: number; amount: string; words: string;
  hand: Readonly<{ card: string; counts: boolean }>[];
}>;
