// Made by `python -m tools.docs` from the records that the house answers with. Do not edit.

/** Lines of the access log, newest first; `faults` is what is wrong with it. */
export type AccessLines = {
  readonly lines: Line[];
  readonly total: number;
  readonly faults: string[];
};

/** What is written down. The value is what the file holds. */
export type Act = "audit" | "cannot be read" | "chose a password and a second factor" | "confirmed" | "enrolled" | "enrolled a key of" | "enrolled both founders" | "invited" | "log-in" | "log-in by key" | "log-in by key failed" | "log-in by token" | "log-in by token failed" | "log-in failed" | "log-in while resting" | "log-out" | "made a token for" | "opened the invitation" | "paired" | "passkey alarm" | "passkey refused" | "payees backed up" | "payees restored" | "put out" | "refused" | "registered a passkey" | "removed a passkey" | "second factor for" | "seen" | "took over" | "unlocked" | "unpaired" | "was shown half of the invitation" | "wrong confirmation code";

/** A legal action with the range of its amount. */
export type ActionOffer = {
  readonly name: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly step: string;
};

/** An action that the viewer's seat may take, with its range in cents. */
export type ActionView = {
  readonly name: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
  readonly multiples: number[];
  readonly base: number;
  readonly wager: string | null;
};

/** What every decision is worth, and which is the best; what only one solver adds is there with it alone. */
export type AdviceRecord = {
  readonly schema: number;
  readonly game: string;
  readonly cards: string;
  readonly hand: string;
  readonly method: string;
  readonly actions: ({
    readonly action: string;
    readonly amount: string;
    readonly expectation: Exact | null;
  })[];
  readonly best: string | null;
  readonly notes?: string[];
  readonly counts?: DealerCounts;
  readonly up?: string;
  readonly question?: string;
  readonly unsolved?: string[];
  readonly expectation?: Exact | null;
  readonly looks?: boolean;
  readonly dealer?: Record<string, Exact>;
  readonly seat?: number;
  readonly players?: number;
  readonly error_bound?: string;
  readonly standard_error?: string;
  readonly draws?: string;
  readonly game_hash: string;
};

/** An alarm as consoles and receivers are told of it; tables that share a cause are one alarm. */
export type AlertView = {
  readonly id: string;
  readonly kind: "award-pending" | "award-rejected" | "bank-differs" | "bank-short" | "book-stopped" | "checkpoint-kept" | "clock-behind" | "clock-jumped" | "clock-ran-back" | "database-lost" | "day-not-begun" | "day-not-closed" | "deposit-due" | "funds-seized" | "hits-beyond-odds" | "level-won" | "link-stopped" | "new-chain" | "no-entries" | "paid-by-mistake" | "passkey-copied" | "round-corrected" | "second-person" | "sensor-silent" | "silent-days" | "table-stopped" | "unreasonable-rate" | "unwatched";
  readonly severity: "info" | "warn";
  readonly link: string;
  readonly tables: string[];
  readonly title: string;
  readonly detail: string;
  readonly words: string;
  readonly at: number | null;
  readonly runbook: string;
};

/** What waits for another person, or for its payment. */
export type Approval = {
  readonly kind: "award" | "request";
  readonly link: string;
  readonly number: number;
  readonly what: string;
  readonly where: string;
  readonly table: string | null;
  readonly by: string;
  readonly at: number | null;
  readonly cents: number | null;
  readonly status: string;
  readonly waits_for?: number[];
  readonly duties?: string[];
  readonly barred?: Record<string, string>;
  readonly reason?: string;
};

/** A finished round as a house keeps it: its transcript, and what everyone saw of it. */
export type ArchivedRound = {
  readonly transcript: Record<string, unknown>;
  readonly seen: FinishedView;
};

/** A request that waits for a second person. */
export type AskRecord = {
  readonly ask: number;
  readonly do: string;
  readonly by: string;
  readonly name: string;
  readonly words: string;
  readonly reason: string;
  readonly request: Record<string, unknown>;
};

/** An award, as the entry of its result gives it. */
export type AwardRecord = {
  readonly no: number;
  readonly seat: number;
  readonly event: string;
  readonly label: string;
  readonly kind: string;
  readonly level: number | null;
  readonly percent: string | null;
  readonly cents: number;
  readonly duties: string[];
  readonly status: string;
  readonly sources: [string, number][];
  readonly waits_for: number[];
  readonly reported: string[];
  readonly cards: string;
  readonly dealer: string;
};

/** An award, from its wager to its payment: everybody involved, and every entry about it or its round. */
export type AwardTrail = {
  readonly link: string;
  readonly standing: PageStanding;
  readonly casino: string;
  readonly location: string;
  readonly license: string;
  readonly title: string;
  readonly currency: string;
  readonly paytable: string;
  readonly base_wager_cents: number;
  readonly game: string;
  readonly table: string;
  readonly round: number;
  readonly award: AwardRecord;
  readonly status: string;
  readonly cards: string;
  readonly dealer: string;
  readonly won: EntryLine;
  readonly approved: EntryLine | null;
  readonly paid: EntryLine | null;
  readonly payment: {
    readonly method: string;
    readonly reference: string;
    readonly tax_form: string;
    readonly camera: string;
  };
  readonly void_reason: string;
  readonly people: string[];
  readonly entries: EntryLine[];
  readonly head: JournalHead;
};

/** The bank's statements beside the books: what they hold, how far the last statement was off, and what moved. */
export type BankBook = {
  readonly link: string;
  readonly books: number;
  readonly difference: number;
  readonly lines: ({
    readonly seq: number;
    readonly at: number;
    readonly kind: string;
    readonly table: string | null;
    readonly round: number | null;
    readonly by: string;
    readonly by_name: string;
    readonly second: string;
    readonly second_name: string;
    readonly detail: string;
    readonly hash: string;
    readonly moved: number;
    readonly books: number;
    readonly reference: string;
    readonly stated?: number;
    readonly difference?: number;
  })[];
  readonly complete: boolean;
};

/** An answer of the books: its code, the entry that it is in, the number of a request that waits, and awards. */
export type BookAnswer = {
  readonly code: string;
  readonly seq: number | null;
  readonly at: number | null;
  readonly ask: number | null;
  readonly awards: AwardRecord[];
};

/** An audit that somebody in the office asked for. */
export type BookAudit = {
  readonly store: string[];
  readonly cannot_promise: string[];
  readonly remarks: string[];
  readonly links: {
    readonly link: string;
    readonly entries: number;
    readonly transfers: number;
    readonly decided: number;
    readonly head: JournalHead;
    readonly findings: {
      readonly where: string;
      readonly what: string;
    }[];
    readonly more: number;
    readonly notes: string[];
    readonly checkpoints: string;
  }[];
  readonly seconds: number;
  readonly at: number;
  readonly by: string;
};

/** A pay that was drawn for this round alone. */
export type BoostedPay = {
  readonly event: string;
  readonly label: string;
  readonly pays: string;
};

/** The round needs cards. */
export type CardsNeeded = {
  readonly kind: "cards";
  readonly slot: string;
  readonly cards: number;
  readonly words: string;
};

/** One class of hand. */
export type ChartLine = {
  readonly hand: string;
  readonly hands: string;
  readonly best: string;
  readonly settled: boolean;
  readonly actions: {
    readonly action: string;
    readonly amount: string;
    readonly expectation: Exact;
    readonly best_hands: string;
  }[];
};

/** A place in a document. */
export type CiteRecord = {
  readonly document: string;
  readonly section: string;
};

/** What a command is answered with: the table as the guest sees it now. */
export type CommandAnswer = {
  readonly repeated: boolean;
  readonly view: TableView;
};

/** Somebody's sign-in; those who have a second factor add a code or a passkey. */
export type Credentials = {
  readonly person: string;
  readonly password: string;
  readonly code?: string;
  /** In place of the code. */
  readonly passkey?: PasskeyAnswer | null;
};

/** The open day of a link, earlier days that nobody has closed, and what is not settled. */
export type DayClose = {
  readonly link: string;
  readonly title: string;
  readonly day: string;
  readonly ends_at: number;
  readonly to_close: string[];
  readonly checks: {
    readonly ok: boolean;
    readonly title: string;
    readonly detail: string;
  }[];
  readonly alarms: AlertView[];
};

/** The dealer's possible hands, counted by what they would do to the player's. */
export type DealerCounts = {
  readonly win: string;
  readonly tie: string;
  readonly lose: string;
  readonly not_qualified: string;
  readonly total: string;
};

/** The round needs a decision, by this rule. */
export type DecisionNeeded = {
  readonly kind: "decision";
  readonly seat: number;
  readonly actions: ActionOffer[];
  readonly words: string;
  readonly cite: string;
};

/** Tables that come to a wanted house edge, in the order asked for. */
export type DesignRecord = {
  readonly schema: number;
  readonly game: string;
  readonly wager: string;
  readonly like: string;
  readonly order: string;
  readonly complete: boolean;
  readonly fits: boolean;
  readonly tables: ({
    readonly house_edge: string;
    readonly hit_frequency: string;
    readonly rows: ({
      readonly event: string;
      readonly label: string;
      readonly pay: number;
      readonly was: number | null;
      readonly count: string;
      readonly return: string;
      readonly shown: string;
    })[];
    readonly shown: {
      readonly house_edge: string;
      readonly away: string;
      readonly standard_deviation: string;
      readonly hit_frequency: string;
    };
  })[];
};

/** A paired display or sensor. */
export type DeviceRecord = {
  readonly kind: string;
  readonly link: string;
  readonly table: string;
  readonly person: string;
  readonly at: number;
  readonly id: string;
  readonly name: string;
  readonly silent: boolean;
};

/** Paired displays and sensors, those that wait, and the tables with their jackpots. */
export type DevicesRecord = {
  readonly devices: DeviceRecord[];
  readonly waiting: {
    readonly kind: string;
    readonly where: string;
  }[];
  readonly tables: string[];
  readonly jackpots: Record<string, string[]>;
};

/** The throw that says where the deal begins. */
export type DiceView = {
  readonly thrown: number[];
  readonly sum: number;
  readonly clockwise: boolean;
  readonly first: number | null;
};

/** A sign of life: what changes with the clock alone. */
export type DisplayBeat = {
  readonly clock: string;
  readonly heard: string;
  readonly live: boolean;
  readonly beat: true;
};

/** What a display posts of one jackpot. */
export type DisplayJackpot = {
  readonly link: string;
  readonly title: string;
  readonly type: "house" | "progressive";
  readonly unit: string;
  readonly sign: string;
  readonly meters: {
    readonly level: number;
    readonly name: string;
    readonly cents: number;
  }[];
  readonly tells: string;
  readonly rows: DisplayRow[];
  readonly notes: string[];
  readonly notice: {
    readonly words: string;
    readonly cite: string;
  } | null;
  readonly pending: {
    readonly no: number;
    readonly words: string;
    readonly amount: string;
    readonly cents: number;
    readonly whole: boolean;
  }[];
  readonly won: WonAward[];
  readonly stopped: string;
};

/** Every table with a display, and what it posts. */
export type DisplayList = {
  readonly displays: {
    readonly table: string;
    readonly jackpots: {
      readonly link: string;
      readonly title: string;
    }[];
  }[];
};

/** What the display of a table shows now. */
export type DisplayRecord = {
  readonly schema: number;
  readonly table: string;
  readonly casino: string;
  readonly zone: string;
  readonly badges: string[];
  readonly jackpots: DisplayJackpot[];
  readonly clock: string;
  readonly heard: string;
  readonly live: boolean;
};

/** A paying row with an example; the first `own` cards are the player's, the others the dealer's. */
export type DisplayRow = {
  readonly event: string;
  readonly label: string;
  readonly cards: string[];
  readonly own: number;
  readonly pays: string;
  readonly beside: string;
  readonly boosted: boolean;
};

/** A duty of an award. */
export type DutyRecord = {
  readonly title: string;
  readonly from: string;
  readonly duty: string;
};

/** What an amount requires, in words, and from which amount on. */
export type DutyWords = {
  readonly title: string;
  readonly from: string;
};

/** Everything about one wager: fractions, decimals and counts as text.

    What a field needs may be missing: the edge of a jackpot whose meters are not given is null; a wager that is valued
    to a bound has no outcomes; what only one solver adds is there with that solver alone. */
export type EdgeRecord = {
  readonly schema: number;
  readonly game: string;
  readonly wager: string;
  readonly paytable: string | null;
  readonly method: string;
  readonly error_bound?: string;
  readonly basis?: string;
  readonly expectation: Exact | null;
  readonly house_edge: Percentage | null;
  readonly element_of_risk: Percentage | null;
  readonly standard_deviation: string | null;
  readonly hit_frequency?: string | null;
  readonly push_frequency?: string | null;
  readonly top_award?: TopAward | null;
  readonly outcomes?: OutcomeRecord[];
  readonly total?: string;
  readonly fixed_return?: Percentage;
  readonly meters?: MeterRecord[];
  readonly break_even_meter?: string | null;
  readonly others?: number;
  readonly envy_per_other?: Exact;
  readonly dealer_envy?: Exact | null;
  readonly rows?: RowRecord[];
  readonly strategies?: Record<string, SimplerPlay>;
  readonly cost?: string;
  readonly by_composition?: string;
  readonly chart?: Record<string, Record<string, string>>;
  readonly key?: string;
  readonly count?: string;
  readonly notes: string[];
  readonly game_hash: string;
};

/** One edition of a game. */
export type EditionRecord = {
  readonly id: string;
  readonly title: string;
  readonly document: string;
  readonly seats: [number, number];
};

/** One entry in a list. */
export type EntryLine = {
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly table: string | null;
  readonly round: number | null;
  readonly by: string;
  readonly by_name: string;
  readonly second: string;
  readonly second_name: string;
  readonly detail: string;
  readonly hash: string;
};

/** Entries of a link, the newest first. */
export type EntryLines = {
  readonly link: string;
  readonly entries: EntryLine[];
};

/** A mean: its fraction where it is exact, and its decimal. */
export type Exact = {
  readonly fraction?: string;
  readonly decimal: string;
};

/** What a page needs once to draw the felt of a table. */
export type FeltLayout = {
  readonly game: string;
  readonly title: string;
  readonly summary: string;
  readonly edition: string | null;
  readonly configuration: string;
  readonly sample: boolean;
  readonly felt: string;
  readonly features: string[];
  readonly table: string;
  readonly samples: string[];
  readonly seats: number;
  readonly cards: {
    readonly own: number;
    readonly dealer: number;
    readonly places: Record<string, number>;
  };
  readonly hands: number;
  readonly pot: boolean;
  readonly decks: number;
  readonly words: string[];
  readonly spots: LayoutSpot[];
  readonly awards: {
    readonly title: string;
    readonly text: string;
    readonly rows: LayoutRow[];
  }[];
  readonly readings: {
    readonly id: string;
    readonly question: string;
    readonly answer: string;
  }[];
  readonly game_hash: string;
  readonly bots: string;
  readonly rules: {
    readonly text: string;
    readonly cite: string;
  }[];
};

/** What lies before a seat. */
export type FeltSeat = {
  readonly seat: number;
  readonly stakes: Record<string, number>;
  readonly hands: HandView[];
  readonly active: number | null;
  readonly decisions: string[];
  readonly by_clock: number[];
  readonly acting: boolean;
};

/** The cards, stakes and decisions that lie on the felt. */
export type FeltView = {
  readonly seats: FeltSeat[];
  readonly dealer: HandView[];
  readonly places: Record<string, HandView>;
  readonly answers: {
    readonly question: string;
    readonly yes: boolean;
  }[];
  readonly pot?: {
    readonly cents: number;
    readonly order: number[];
    readonly leads: number[];
    readonly kicked_out: boolean;
    readonly lost: Record<string, string>;
  };
};

/** A finished round in a list: what each seat won, in cents. */
export type FinishedLine = {
  readonly number: number;
  readonly at: number;
  readonly nets: Record<string, number>;
  readonly names: Record<string, string>;
  readonly hands: Record<string, HandView[]>;
  readonly void: string | null;
};

/** Finished rounds of a table, the newest first. */
export type FinishedLines = {
  readonly table: string;
  readonly rounds: FinishedLine[];
};

/** A finished round for everyone: all cards, every line with its reason and its rule, what each seat won. */
export type FinishedView = {
  readonly number: number;
  readonly at: number;
  readonly felt: FeltView;
  readonly lines: SettledLine[];
  readonly awards: ({
    readonly seat: number | "dealer";
    readonly wager: string;
    readonly event: string;
    readonly kind: string;
    readonly level: number | null;
    readonly percent: string | null;
    readonly amount: string;
    readonly words: string;
    readonly cents: number;
  })[];
  readonly won: ({
    readonly seat: number | string;
    readonly wager: string;
    readonly cents: number;
  })[];
  readonly dynamic: BoostedPay[];
  readonly nets: Record<string, number>;
  readonly house: number;
  readonly void: string | null;
  readonly root: string | null;
  readonly game_hash: string;
  readonly dice: DiceView | null;
  readonly names: Record<string, string>;
};

/** Pays an amount of dollars. */
export type FixedPay = {
  readonly kind: "fixed";
  readonly amount: string;
};

/** The gambling days of a link: the open one, those over and not closed, the closed ones, and the months. */
export type GamblingDays = {
  readonly link: string;
  readonly open: string;
  readonly over: string[];
  readonly closed: string[];
  readonly months: string[];
};

/** The rules of a game, its tables and our readings; with `values` and `posted` where a table was described. */
export type GameRecord = {
  readonly schema: number;
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly deck: string;
  readonly configuration: string;
  readonly editions: EditionRecord[];
  readonly wagers: WagerRules[];
  readonly game_hash: string;
  readonly cites: CiteRecord[];
  readonly rules: ({
    readonly id: string;
    readonly topic: string;
    readonly text: string;
    readonly when: string | null;
    readonly editions: string[];
    readonly cites: CiteRecord[];
  })[];
  readonly numbers: {
    readonly id: string;
    readonly value: string;
    readonly text: string;
    readonly cites: CiteRecord[];
  }[];
  readonly keys: KeyRecord[];
  readonly notices: {
    readonly id: string;
    readonly title: string;
    readonly words: string;
    readonly cites: CiteRecord[];
  }[];
  readonly interpretations: ReadingRecord[];
  readonly paytables: PaytableRecord[];
  readonly sources: {
    readonly document: string;
    readonly title: string;
    readonly publisher: string;
    readonly mark: string;
    readonly edition?: string;
    readonly address?: string;
  }[];
  readonly values?: Record<string, string>;
  readonly posted?: Posted;
};

/** A game as the list of games shows it. */
export type GameSummary = {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly deck: string;
  readonly felt: string;
  readonly editions: EditionRecord[];
  readonly wagers: {
    readonly id: string;
    readonly title: string;
    readonly kind: string;
    readonly paytables: Record<string, string[]>;
  }[];
  readonly game_hash: string;
};

/** Every game of the book. */
export type GamesRecord = {
  readonly schema: number;
  readonly games: GameSummary[];
};

/** For each seat what its hand is, and every award that the round would give now. Nothing is entered. */
export type Graded = {
  readonly hands: Record<string, {
    readonly label: string | null;
    readonly why: string;
    readonly cite: string;
    readonly made_of: boolean[];
  }>;
  readonly awards: ({
    readonly no: number;
    readonly seat: number;
    readonly event: string;
    readonly label: string;
    readonly kind: string;
    readonly level: number | null;
    readonly percent: string | null;
    readonly cents: number;
    readonly duties: string[];
    readonly status: string;
    readonly sources: [string, number][];
    readonly waits_for: number[];
    readonly reported: string[];
    readonly cards: string;
    readonly dealer: string;
    readonly table: string;
    readonly round: number;
    readonly day: string;
    readonly at: number;
    readonly camera: string;
    readonly entry: number;
    readonly link: string;
    readonly must: DutyRecord[];
    readonly reported_name: string;
    readonly approved_name: string;
  })[];
  readonly notes: string[];
};

/** A guest with play chips, and the table they sit at. */
export type GuestRecord = {
  readonly name: string;
  readonly cents: number;
  readonly chips: string;
  readonly table: string | null;
};

/** The cards of a hand as the viewer sees them; what lies face down is a null. */
export type HandView = {
  readonly cards: (string | null)[];
  readonly words: string;
  readonly making: number;
  readonly stakes?: Record<string, number>;
};

/** Whom two halves invite, and a key for the second factor, also as an address for an app. */
export type InvitationOpened = {
  readonly person: string;
  readonly name: string;
  readonly key: string;
  readonly uri: string;
};

/** Somebody who has been invited and is not in yet, and what the viewer may do about it. */
export type InvitedRecord = {
  readonly person: string;
  readonly name: string;
  readonly by: {
    readonly id: string;
    readonly name: string;
    readonly confirmed: boolean;
  }[];
  readonly until: number;
  readonly chosen: boolean;
  readonly do: "" | "confirm" | "half";
};

/** Another jackpot of the table: what one entry of a hand needs to know of it, and its awards that are not paid. */
export type JackpotBeside = {
  readonly link: PitLink;
  readonly round: PitRound;
  readonly awards: KeptAward[];
};

/** Where a journal ends. */
export type JournalHead = {
  readonly seq: number;
  readonly hash: string;
};

/** An award that is not paid yet, with where and when it was won and who stands behind it. */
export type KeptAward = {
  readonly no: number;
  readonly seat: number;
  readonly event: string;
  readonly label: string;
  readonly kind: string;
  readonly level: number | null;
  readonly percent: string | null;
  readonly cents: number;
  readonly duties: string[];
  readonly status: string;
  readonly sources: [string, number][];
  readonly waits_for: number[];
  readonly reported: string[];
  readonly cards: string;
  readonly dealer: string;
  readonly table: string;
  readonly round: number;
  readonly day: string;
  readonly at: number;
  readonly camera: string;
  readonly entry: number;
};

/** A choice of the house. */
export type KeyRecord = {
  readonly id: string;
  readonly kind: string;
  readonly values: string[];
  readonly default: string;
  readonly text: string;
  readonly reading: string | null;
  readonly needs: string | null;
  readonly editions: string[];
  readonly cites: CiteRecord[];
};

/** A row of a paytable as it is posted. */
export type LayoutRow = {
  readonly event: string;
  readonly label: string;
  readonly pays: string;
  readonly beside: string;
};

/** A spot of the felt: a wager with its limits in cents, and its table. */
export type LayoutSpot = {
  readonly wager: string;
  readonly title: string;
  readonly kind: "base" | "bonus" | "follow" | "jackpot";
  readonly text: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
  readonly paytable: string | null;
  readonly sample: boolean;
  readonly rows: LayoutRow[];
  readonly requires: string | null;
  readonly note: string;
  readonly unit: string;
};

/** One thing that somebody did, or tried. */
export type Line = {
  readonly schema: number;
  readonly at: number;
  readonly what: Act;
  readonly who: string;
  readonly link: string;
  readonly about: string;
  readonly detail: string;
  readonly hash: string;
};

/** What a link answered; `detail` says why it refused. */
export type LinkAnswer = {
  readonly code: string;
  readonly seq: number | null;
  readonly at: number | null;
  readonly ask: number | null;
  readonly awards: AwardRecord[];
  readonly link: string;
  readonly detail: string;
};

/** Every table of the house, with its seats and meters. */
export type LobbyRecord = {
  readonly schema: number;
  readonly tables: LobbyTable[];
};

/** A table in the lobby. */
export type LobbyTable = {
  readonly game: string;
  readonly title: string;
  readonly summary: string;
  readonly edition: string | null;
  readonly configuration: string;
  readonly sample: boolean;
  readonly felt: string;
  readonly features: string[];
  readonly id: string;
  readonly wagers: string[];
  readonly jackpots: string[];
  readonly base: LayoutSpot;
  readonly seats: ("open" | "taken" | "you")[];
  readonly meters: MeterView[];
  readonly round: number;
};

/** How far a round goes that is still being typed in, and what it needs next; a complete one is settled. */
export type Looked = {
  readonly schema: number;
  readonly game: string;
  readonly places: {
    readonly slot: string;
    readonly cards: number;
  }[];
  readonly hands: {
    readonly slot: string;
    readonly cards: string;
    readonly words: string;
  }[];
  readonly decisions: {
    readonly seat: number;
    readonly made: string;
    readonly actions: ActionOffer[];
  }[];
  readonly needs: CardsNeeded | DecisionNeeded | null;
  readonly settlement: SettlementRecord | null;
};

/** A supervisor or an accountant of the link. */
export type Member = {
  readonly id: string;
  readonly name: string;
  readonly role: string;
};

/** What a level shows, and the most that it may reach; null where the plan sets no limit. */
export type MeterLevel = {
  readonly level: number;
  readonly cents: number;
  readonly limit_cents: number | null;
};

/** Pays a part of a meter. */
export type MeterPay = {
  readonly kind: "meter";
  readonly percent: string;
  readonly level: number | null;
};

/** One level of a jackpot; amounts in dollars. */
export type MeterRecord = {
  readonly level: number;
  readonly one_in: string | null;
  readonly shown: string | null;
};

/** One level of a jackpot's meter as the displays show it. */
export type MeterView = {
  readonly wager: string;
  readonly title: string;
  readonly level: number;
  readonly levels: number;
  readonly cents: number;
};

/** Pays nothing. */
export type NoPayRecord = {
  readonly kind: "none";
};

/** Nobody is signed in; `book` says whether the house runs a jackpot book. */
export type NobodySignedIn = {
  readonly person: null;
  readonly book: boolean;
};

/** Pays odds, to 1 or for 1 as the table's basis says. */
export type OddsPay = {
  readonly kind: "odds";
  readonly value: string;
};

/** A jackpot on the first page of the office; amounts are cents. */
export type OfficeJackpot = {
  readonly link: string;
  readonly title: string;
  readonly type: string;
  readonly currency: string;
  readonly casino: string;
  readonly location: string;
  readonly license: string;
  readonly standing: PageStanding;
  readonly seq: number;
  readonly day: string;
  readonly meters: MeterLevel[];
  readonly requires: DutyWords[];
  readonly reserve: number;
  readonly wagers: number;
  readonly wagered: number;
  readonly hits: number;
  readonly owed: number;
  readonly bank: number;
  readonly required: number;
  readonly receivable: OwedBack[];
  readonly ended: string;
  readonly seized: boolean;
  readonly latest: KeptAward[];
  readonly pending: number;
  readonly takes_wagers: boolean;
  readonly why_not: string;
  readonly tables: PitLine[];
  readonly may: string[];
};

/** One net outcome, with its count of all deals; it has no net where that depends on a meter. */
export type OutcomeRecord = {
  readonly net: string | null;
  readonly count: string;
  readonly probability: string;
  readonly meter?: {
    readonly level: number;
    readonly percent: string;
  };
};

/** Everything on the first page of the office; amounts are cents. */
export type Overview = {
  readonly at: number;
  readonly trouble: string;
  readonly age: number;
  readonly jackpots: OfficeJackpot[];
  readonly approvals: Approval[];
  readonly day_close: DayClose[];
  readonly plans: WaitingPlan[];
  readonly reasons: ReasonRecord[];
  readonly audited: BookAudit | null;
};

/** An award that was paid by mistake. */
export type OwedBack = {
  readonly table: string;
  readonly round: number;
  readonly seat: number;
  readonly cents: number;
  readonly award: number;
};

/** A passkey of the person signed in; `here` says that this session began with it. */
export type OwnPasskey = {
  readonly id: string;
  readonly name: string;
  readonly at: number;
  readonly used: number;
  readonly synced: boolean;
  readonly stopped: number;
  readonly here: boolean;
};

/** The passkeys of the person signed in. */
export type OwnPasskeys = {
  readonly passkeys: OwnPasskey[];
  readonly unusable: {
    readonly why: string;
    readonly hint: string | null;
  } | null;
};

/** What a page must say about itself, and whether it may be worked. */
export type PageStanding = {
  readonly notice: string;
  readonly mode: "demonstration" | "live" | "preview";
  readonly may_act: boolean;
  readonly why: string;
};

/** The device is paired. A sensor is told its token; a display keeps it in a cookie. */
export type PairedDevice = {
  readonly paired: true;
  readonly kind: string;
  readonly table: string;
  readonly link: string;
  readonly token?: string;
};

/** The code to show, for so many seconds, and the secret by which the device asks whether it was confirmed. */
export type PairingBegun = {
  readonly secret: string;
  readonly code: string;
  readonly seconds: number;
};

/** Nobody has confirmed the code yet. */
export type PairingWaits = {
  readonly paired: false;
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

/** Whom a prize is paid to, and how it is known who they are; kept beside the journal, which names only a number. */
export type PayeeGiven = {
  readonly name: string;
  readonly identified: string;
  readonly address?: string;
};

/** One paytable with what it pays, and who uses it. */
export type PaytableRecord = {
  readonly schema: number;
  readonly id: string;
  readonly aliases: string[];
  readonly games: string[];
  readonly editions: string[];
  readonly wager: string;
  readonly basis: string | null;
  readonly status: "document" | "sample" | "user";
  readonly unit: string;
  readonly decks: number[];
  readonly parameters: {
    readonly ranks: number;
    readonly suit: boolean;
  };
  readonly rows: PaytableRow[];
  readonly loses: string[];
  readonly cites: CiteRecord[];
  readonly note?: string;
  readonly ladder?: ({
    readonly players: number;
    readonly rank: number | null;
    readonly label: string;
  })[];
  readonly alternatives?: ({
    readonly key: string;
    readonly value: string;
    readonly event: string;
    readonly pay: OddsPay | FixedPay | MeterPay | PushPay | NoPayRecord;
  })[];
};

/** A row of a paytable. */
export type PaytableRow = {
  readonly event: string;
  readonly label: string;
  readonly pay: OddsPay | FixedPay | MeterPay | PushPay | NoPayRecord;
  readonly dynamic: string[] | null;
  readonly envy: string | null;
};

/** A part of one: its fraction where it is exact, and in percent. */
export type Percentage = {
  readonly fraction?: string;
  readonly percent: string;
};

/** An award with the round behind it: who locked it, which cards made the hand, who may not work on it. */
export type PitAward = {
  readonly no: number;
  readonly seat: number;
  readonly event: string;
  readonly label: string;
  readonly kind: string;
  readonly level: number | null;
  readonly percent: string | null;
  readonly cents: number;
  readonly duties: string[];
  readonly status: string;
  readonly sources: [string, number][];
  readonly waits_for: number[];
  readonly reported: string[];
  readonly cards: string;
  readonly dealer: string;
  readonly table: string;
  readonly round: number;
  readonly day: string;
  readonly at: number;
  readonly camera: string;
  readonly entry: number;
  readonly link: string;
  readonly must: DutyRecord[];
  readonly reported_name: string;
  readonly approved_name: string;
  readonly wagered_at: number | null;
  readonly locked_at: number | null;
  readonly locked_by: string;
  readonly made_of: boolean[];
  readonly notes: string[];
  readonly barred: Record<string, Record<string, string>>;
};

/** A table in a list. */
export type PitLine = {
  readonly table: string;
  readonly link: string;
  readonly title: string;
  readonly game: string;
  readonly seats: number;
  readonly location: string;
  readonly round: number | null;
  readonly last_round: number;
  readonly pending: number;
  readonly stopped: string[];
};

/** The tables whose jackpots somebody works for. */
export type PitLines = {
  readonly tables: PitLine[];
  readonly trouble: string;
};

/** The jackpot that a table plays for. */
export type PitLink = {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly paytable: string;
  readonly base_wager: number;
  readonly meters: MeterLevel[];
  readonly day: string;
  readonly accepts: boolean;
  readonly why_not: string;
  readonly runbook: string;
  readonly currency: string;
};

/** The round that is open on a link, or the one that comes next. */
export type PitRound = {
  readonly number: number;
  readonly phase: "hand" | "wagers";
  readonly in_books: boolean;
  readonly seats: number[];
  readonly cents: number;
  readonly dynamic: Record<string, number>;
  readonly locked_at: number | null;
  readonly locked_by: string;
};

/** Everything that the console of one table shows. */
export type PitView = {
  readonly at: number;
  readonly version: number;
  readonly seq: number;
  readonly stale: number;
  readonly trouble: string;
  readonly links: string[];
  readonly standing: PageStanding;
  readonly link: PitLink;
  readonly table: {
    readonly id: string;
    readonly game: string;
    readonly seats: number;
    readonly location: string;
    readonly stopped: string[];
    readonly sees: {
      readonly own: number;
      readonly dealer: number;
      readonly fewest: number;
      readonly rows: {
        readonly event: string;
        readonly label: string;
      }[];
    };
  };
  readonly round: PitRound;
  readonly sensor: {
    readonly by: string;
    readonly silent: boolean;
  };
  readonly awards: PitAward[];
  readonly asks: AskRecord[];
  readonly receivable: OwedBack[];
  readonly alerts: AlertView[];
  readonly before: {
    readonly round: number;
    readonly at: number;
    readonly what: string;
    readonly cents: number;
    readonly wagers: number;
    readonly entry: number;
    readonly by: string;
    readonly void: boolean;
    readonly seats: number[];
    readonly awards: number[];
  }[];
  readonly entries: EntryLine[];
  readonly people: Member[];
  readonly thresholds: Record<string, DutyWords>;
  readonly beside: JackpotBeside[];
};

/** One place in the handbook, with the words a reader sees there. */
export type Place = {
  readonly game: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly address: string;
};

/** Every change of a link's configuration, the newest first. */
export type PlanHistory = {
  readonly link: string;
  readonly changes: ({
    readonly seq: number;
    readonly at: number;
    readonly kind: string;
    readonly table: string | null;
    readonly round: number | null;
    readonly by: string;
    readonly by_name: string;
    readonly second: string;
    readonly second_name: string;
    readonly detail: string;
    readonly hash: string;
    readonly plan?: string;
    readonly changes?: [string, string, string][];
  })[];
};

/** Situations that look alike in words, and how often each decision is best in them. */
export type PlayLine = {
  readonly question: string;
  readonly hand: string;
  readonly plays: string;
  readonly best: Record<string, string>;
};

/** What a table of this configuration posts. */
export type Posted = {
  readonly rules: {
    readonly id: string;
    readonly topic: string;
    readonly words: string;
  }[];
  readonly tables: Record<string, {
    readonly id: string;
    readonly wager: string | null;
    readonly rows: ({
      readonly label: string;
      readonly pays: string;
      readonly besides: string | null;
    })[];
  }>;
};

/** Returns the stake. */
export type PushPay = {
  readonly kind: "push";
};

/** The answers of a question, graded. */
export type QuizGrades = {
  readonly schema: number;
  readonly lines: {
    readonly wager: string;
    readonly given: number;
    readonly net: number;
    readonly right: boolean;
    readonly why: string;
    readonly cite: string;
  }[];
};

/** A round as it ended; `tables` are the paytables by wager. */
export type QuizQuestion = {
  readonly schema: number;
  readonly game: string;
  readonly title: string;
  readonly level: number;
  readonly number: number;
  readonly felt: FeltView;
  readonly tables: Record<string, string>;
  readonly wagers: {
    readonly wager: string;
    readonly title: string;
    readonly stake: number;
  }[];
};

/** How a jackpot's meter must grow for a wanted house edge in the long run, by its seed. */
export type RatesRecord = {
  readonly schema: number;
  readonly game: string;
  readonly wager: string;
  readonly like: string;
  readonly fixed_return: string;
  readonly rates: {
    readonly seed_cents: number;
    readonly rate: string;
    readonly shown: {
      readonly rate: string;
      readonly average_meter_cents: number;
    };
  }[];
};

/** What the document leaves open, and how we read it. */
export type ReadingRecord = {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly otherwise: Record<string, string>;
  readonly why: string;
  readonly other: string;
  readonly effect: string;
  readonly confidence: string;
  readonly affects: string[];
  readonly key: string | null;
  readonly cites: CiteRecord[];
};

/** A reason for an adjustment. */
export type ReasonRecord = {
  readonly reason: string;
  readonly what: string;
  readonly cite: string;
};

/** A report as text; `day` is the day or the month. */
export type ReportText = {
  readonly link: string;
  readonly day: string;
  readonly text: string;
};

/** A round as it was dealt at a table; docs/reference/schemas has all that a person may write into one. */
export type RoundFileRecord = {
  readonly schema: number;
  readonly game: string;
  readonly seats: Record<string, {
    readonly wagers: Record<string, string>;
    readonly cards?: string;
    readonly draw?: string;
    readonly draws?: Record<string, string>;
    readonly actions?: string[];
  }>;
  readonly dealer?: string | {
    readonly cards?: string;
    readonly up?: string;
    readonly hole?: string;
    readonly draws?: string;
  };
  readonly places?: Record<string, string>;
  readonly meters?: Record<string, Record<string, string>>;
  readonly seeds?: Record<string, Record<string, string>>;
  readonly dynamic?: Record<string, string>;
  readonly table?: {
    readonly limits: Record<string, {
      readonly minimum?: string;
      readonly step?: string;
      readonly maximum?: string;
    }>;
  };
  readonly dealing?: {
    readonly dice?: number[];
    readonly first?: string;
    readonly order?: string;
  };
};

/** A finished round step by step, and whether it agrees with what was recorded. */
export type RoundSteps = {
  readonly schema: number;
  readonly game: string;
  readonly steps: {
    readonly words: string;
    readonly felt: FeltView;
  }[];
  readonly replay: {
    readonly schema: number;
    readonly verdict: "agrees" | "differs";
    readonly game: string;
    readonly game_hash: {
      readonly recorded: string;
      readonly current: string;
    };
    readonly rules: string;
    readonly opened_cards: number | null;
    readonly record_sha256: string | null;
    readonly differences: string[];
  };
};

/** One row of a paytable. */
export type RowRecord = {
  readonly event: string;
  readonly label: string;
  readonly pays: string;
  readonly net?: string | null;
  readonly dynamic?: string[] | null;
  readonly envy?: string | null;
  readonly count: string;
  readonly probability: string;
  readonly one_in: string | null;
  readonly return: string | null;
};

/** What to do about each alert. */
export type Runbooks = {
  readonly runbooks: {
    readonly id: string;
    readonly title: string;
    readonly means: string;
    readonly steps: string[];
  }[];
};

/** The query as it was asked, and the places that hold every word of it. */
export type Search = {
  readonly query: string;
  readonly found: Place[];
};

/** A place at the table; an open one has a number and nothing else. */
export type SeatView = {
  readonly seat: number;
  readonly open: boolean;
  readonly name?: string;
  readonly bot?: boolean;
  readonly you?: boolean;
  readonly ready?: boolean;
  readonly wagers?: Record<string, number>;
  readonly last?: Record<string, number> | null;
};

/** Who plays here; null for a watcher. */
export type SessionRecord = {
  readonly guest: GuestRecord | null;
};

/** An award of a jackpot; the dealer's share has no seat. */
export type SettledAward = {
  readonly seat: number | "dealer";
  readonly wager: string;
  readonly event: string;
  readonly kind: string;
  readonly level: number | null;
  readonly percent: string | null;
  readonly amount: string;
};

/** What became of one wager, by which rule, and why; amounts are decimal strings. */
export type SettledLine = {
  readonly seat: number;
  readonly wager: string;
  readonly stake: string;
  readonly outcome: string;
  readonly event: string | null;
  readonly net: string;
  readonly returned: string;
  readonly cite: string;
  readonly why: string;
};

/** What somebody is up or down. */
export type SettledNet = {
  readonly net: string;
};

/** What is owed for a round, wager by wager; meters are those after it, by wager and level. */
export type SettlementRecord = {
  readonly schema: number;
  readonly game: string;
  readonly settlements: SettledLine[];
  readonly awards: SettledAward[];
  readonly seats: Record<string, SettledNet>;
  readonly house: SettledNet;
  readonly meters: Record<string, Record<string, string>>;
  readonly game_hash: string;
  readonly notes?: string[];
  readonly void?: {
    readonly reason: string;
  };
};

/** One row of a wager's table, or one net outcome of a base game. */
export type SheetPay = {
  readonly event: string;
  readonly row: string | null;
  readonly pays: string;
  readonly count: string;
  readonly probability: string;
  readonly one_in: string | null;
  readonly return: string | null;
  readonly share: string | null;
};

/** A whole par sheet. */
export type SheetRecord = {
  readonly schema: number;
  readonly kind: string;
  readonly document: {
    readonly number: string;
    readonly date: string | null;
  };
  readonly game: string;
  readonly title: string;
  readonly edition: string;
  readonly decks: number;
  readonly tables: ({
    readonly wager: string;
    readonly id: string;
    readonly status: string;
    readonly basis: string | null;
  })[];
  readonly limits?: Record<string, {
    readonly minimum: string;
    readonly maximum: string | null;
    readonly step: string;
  }>;
  readonly method: string;
  readonly game_hash: string;
  readonly software: string;
  readonly rules: {
    readonly id: string;
    readonly text: string;
    readonly cites: {
      readonly document: string;
      readonly section: string;
    }[];
  }[];
  readonly wagers: SheetWager[];
  readonly unsolved: {
    readonly wager: string;
    readonly why: string;
  }[];
  readonly samples: {
    readonly id: string;
    readonly note: string;
  }[];
  readonly interpretations: {
    readonly id: string;
    readonly question: string;
    readonly answer: string;
    readonly confidence: string;
  }[];
  readonly checks: {
    readonly what: string;
    readonly value: string;
  }[];
  readonly published: ({
    readonly wager: string;
    readonly figure: string;
    readonly of: string | null;
    readonly unit: string | null;
    readonly printed: string;
    readonly ours: string;
    readonly agrees: boolean;
    readonly source: string;
    readonly address: string | null;
  })[];
  readonly sources: {
    readonly document: string;
    readonly title: string;
    readonly mark: string;
  }[];
};

/** Everything about one wager: its edge, with what the sheet adds. */
export type SheetWager = {
  readonly schema: number;
  readonly game: string;
  readonly wager: string;
  readonly paytable: string | null;
  readonly method: string;
  readonly error_bound?: string;
  readonly basis?: string;
  readonly expectation: Exact | null;
  readonly house_edge: Percentage | null;
  readonly element_of_risk: Percentage | null;
  readonly standard_deviation: string | null;
  readonly hit_frequency?: string | null;
  readonly push_frequency?: string | null;
  readonly top_award?: TopAward | null;
  readonly outcomes?: OutcomeRecord[];
  readonly total?: string;
  readonly fixed_return?: Percentage;
  readonly meters?: MeterRecord[];
  readonly break_even_meter?: string | null;
  readonly others?: number;
  readonly envy_per_other?: Exact;
  readonly dealer_envy?: Exact | null;
  readonly rows?: RowRecord[];
  readonly strategies?: Record<string, SimplerPlay>;
  readonly cost?: string;
  readonly by_composition?: string;
  readonly chart?: Record<string, Record<string, string>>;
  readonly key?: string;
  readonly count?: string;
  readonly notes: string[];
  readonly game_hash: string;
  readonly title: string;
  readonly samples: string[];
  readonly pays: SheetPay[];
  readonly awards: {
    readonly event: string;
    readonly pays: string;
    readonly table: string;
  }[];
  readonly returned: string;
  readonly strategy: {
    readonly stretches: ({
      readonly from: string;
      readonly to: string;
      readonly hands: string;
      readonly best: string | null;
    })[];
    readonly ties: string;
    readonly closest: {
      readonly cards?: string;
      readonly hand: string;
      readonly best: string;
      readonly next: string;
      readonly difference: Exact;
      readonly settled: boolean;
    }[];
    readonly plays: PlayLine[];
  } | null;
  readonly jackpot: {
    readonly fixed_return: Percentage;
    readonly seeds: Record<string, string>;
    readonly rates: Record<string, Percentage>;
    readonly house: {
      readonly keeps: Percentage;
      readonly standard_deviation: string;
    } | null;
  } | null;
  readonly table: {
    readonly seats: number;
    readonly method: string;
    readonly standard_deviation: string;
    readonly bands: {
      readonly rounds: number;
      readonly method: string;
      readonly standard_deviation: string;
      readonly win: Record<string, string>;
    }[];
  } | null;
};

/** The shoe that the table has committed to, and how much of it is dealt. */
export type ShoeView = {
  readonly root: string | null;
  readonly shoe: number;
  readonly dealt: number;
  readonly cards: number;
  readonly cut: number | null;
};

/** What a simpler way to play comes to, and costs. */
export type SimplerPlay = {
  readonly house_edge: Percentage;
  readonly cost: Exact;
};

/** What the first rounds of a seed bring, beside what is known exactly. */
export type SimulatedSoFar = {
  readonly schema: number;
  readonly game: string;
  readonly strategy: string;
  readonly seats: number;
  readonly rounds: string;
  readonly seed: number;
  readonly device: string;
  readonly seconds: string;
  readonly by: string;
  readonly meters: Record<string, Record<string, string>>;
  readonly wagers: SimulatedWager[];
  readonly agrees: boolean | null;
  readonly game_hash: string;
  readonly most: number;
};

/** A wager's rounds beside its exact value. */
export type SimulatedWager = {
  readonly wager: string;
  readonly mean: string;
  readonly standard_error: string;
  readonly exact: string | null;
  readonly estimated: boolean;
  readonly z: string | null;
  readonly hit_frequency: string;
  readonly chi_square: {
    readonly statistic: string;
    readonly freedom: number;
    readonly probability: string;
  } | null;
  readonly probability: string | null;
  readonly outcomes: ({
    readonly net: string;
    readonly count: string;
    readonly expected: string | null;
    readonly event: string | null;
    readonly envy?: string;
    readonly meter?: {
      readonly level: number;
      readonly share: string;
    };
  })[];
};

/** Somebody of a link: their roles by link, their log-in, and how long they are locked out. */
export type StaffMember = {
  readonly id: string;
  readonly name: string;
  readonly roles: Record<string, string>;
  readonly enrolled: boolean;
  readonly second_factor: boolean;
  readonly passkeys: number;
  readonly needs_second_factor: boolean;
  readonly locked_seconds: number;
};

/** Everybody of the viewer's links, and who is invited. */
export type StaffPeople = {
  readonly people: StaffMember[];
  readonly links: string[];
  readonly invited: InvitedRecord[];
};

/** Who is signed in here, their role on each link, and the token that their changes carry. */
export type StaffRecord = {
  readonly person: string;
  readonly book: boolean;
  readonly name: string;
  readonly roles: Record<string, string>;
  readonly csrf: string;
  readonly zone: string;
};

/** The whole chart, class by class, and what simpler ways to play cost. */
export type StrategyRecord = {
  readonly schema: number;
  readonly game: string;
  readonly wager: string;
  readonly method: string;
  readonly expectation: Exact;
  readonly house_edge: Percentage;
  readonly chart: ChartLine[];
  readonly plays?: PlayLine[];
  readonly strategies: Record<string, SimplerPlay>;
  readonly game_hash: string;
};

/** What each legal decision of a seat is worth. */
export type TableAdviceRecord = {
  readonly schema: number;
  readonly hand: string;
  readonly on: string;
  readonly method: string;
  readonly standard_error: string | null;
  readonly values: ({
    readonly action: string;
    readonly value: Exact | null;
    readonly cost: Exact | null;
    readonly best: boolean;
  })[];
  readonly counts: DealerCounts | null;
  readonly notes: string[];
};

/** The answer of the first link that has the report in its journal, and those of all. */
export type TableAnswer = {
  readonly code: string;
  readonly seq: number | null;
  readonly at: number | null;
  readonly ask: number | null;
  readonly awards: AwardRecord[];
  readonly link: string;
  readonly detail: string;
  readonly links: LinkAnswer[];
};

/** A table as the viewer may see it, and its felt. */
export type TableRecord = {
  readonly layout: FeltLayout;
  readonly view: TableView;
};

/** Everything that a page needs to draw the table for one viewer. */
export type TableView = {
  readonly schema: number;
  readonly table: string;
  readonly version: number;
  readonly round: number;
  readonly decided: number;
  readonly phase: "playing" | "wagers";
  readonly seconds: number | null;
  readonly you: {
    readonly seat: number;
    readonly cents: number;
  } | null;
  readonly seats: SeatView[];
  readonly felt: FeltView | null;
  readonly made: ({
    readonly wager: string;
    readonly title: string;
    readonly event: string | null;
    readonly net: number | null;
    readonly words: string;
    readonly cite: string;
    readonly paid: boolean;
  })[];
  readonly dice: DiceView | null;
  readonly turn: {
    readonly seat: number;
    readonly actions?: ActionView[];
    readonly by_clock?: string;
    readonly text?: string;
    readonly cite?: string;
  } | null;
  readonly meters: MeterView[];
  readonly dynamic: BoostedPay[];
  readonly commitment: ShoeView;
  readonly last: FinishedView | null;
  readonly log: string[];
  readonly watchers: number;
};

/** The best outcome. */
export type TopAward = {
  readonly net: string;
  readonly probability: string;
  readonly one_in: string;
};

/** A wager with its rules. */
export type WagerRules = {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly text: string;
  readonly requires: string | null;
  readonly default: string | null;
  readonly paytables: Record<string, string[]>;
  readonly cites: CiteRecord[];
};

/** A plan that somebody has put forward, or one that is approved and not yet in force. */
export type WaitingPlan = {
  readonly link: string;
  readonly status: "proposed" | "waiting";
  readonly hash: string;
  readonly by: string;
  readonly in_force: string;
  readonly changes: [string, string, string][];
};

/** One entry with everything in it; `body` is what the chain holds. */
export type WholeEntry = {
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly table: string | null;
  readonly round: number | null;
  readonly by: string;
  readonly by_name: string;
  readonly second: string;
  readonly second_name: string;
  readonly detail: string;
  readonly hash: string;
  readonly body: unknown;
};

/** An award that was won just now. */
export type WonAward = {
  readonly no: number;
  readonly whole: boolean;
  readonly title: string;
  readonly cents: number;
  readonly amount: string;
  readonly words: string;
  readonly hand: {
    readonly card: string;
    readonly counts: boolean;
  }[];
};
