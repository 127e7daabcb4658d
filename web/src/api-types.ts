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

/** A decision, and what the page had seen when it was made. */
export type ActionRequest = {
  readonly round: number;
  /** How many decisions the page has seen; another number is answered with 409. */
  readonly decided: number;
  /** As in "fold" or "raise 40.00". */
  readonly action: string;
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

/** A base game to a player who sees more than their own hand. */
export type AdvantageRecord = {
  readonly schema: number;
  readonly game: string;
  readonly wager: string;
  readonly paytable: string | null;
  readonly method: string;
  readonly sees: string[];
  readonly expectation: Exact;
  readonly standard_error: string | null;
  readonly house_edge: Percentage;
  readonly element_of_risk: Percentage | null;
  readonly standard_deviation: string;
  readonly variance: string;
  readonly hit_frequency: string;
  readonly push_frequency: string | null;
  readonly average_wagered: string;
  readonly desirability_index: string | null;
  readonly n0: string | null;
  readonly outcomes: SeenOutcome[];
  readonly standard_errors: Record<string, string>;
  readonly total: string;
  readonly game_hash: string;
  readonly strategy: SightLine[];
};

/** What every decision is worth, and which is the best; what only one solver adds is there with it alone. */
export type AdviceRecord = {
  readonly schema: number;
  readonly game: string;
  readonly cards: string;
  readonly hand: string;
  readonly method: string;
  readonly actions: AdvisedAction[];
  readonly best: string | null;
  readonly notes?: string[];
  readonly counts?: DealerCounts;
  readonly up?: string;
  readonly question?: string;
  readonly unsolved?: string[];
  readonly other_questions?: OtherQuestion[];
  readonly expectation?: Exact | null;
  readonly looks?: boolean;
  readonly dealer?: Record<string, Exact>;
  readonly dealer_before_look?: Record<string, Exact> | null;
  readonly seat?: number;
  readonly players?: number;
  readonly to_act?: number;
  readonly error_bound?: string;
  readonly standard_error?: string;
  readonly error_of_later_seats?: string;
  readonly draws?: string;
  readonly game_hash: string;
};

/** One decision, what it puts up, and what the whole round is worth then, in base wagers. */
export type AdvisedAction = {
  readonly action: string;
  readonly amount: string;
  readonly expectation: Exact | null;
};

/** The password and a code of the person signed in, once more. */
export type AgainRequest = {
  readonly password: string;
  readonly code: string;
};

/** What somebody should look at. */
export type AlarmKind = "award-pending" | "award-rejected" | "bank-differs" | "bank-short" | "book-stopped" | "checkpoint-kept" | "clock-behind" | "clock-jumped" | "clock-ran-back" | "database-lost" | "day-not-begun" | "day-not-closed" | "deposit-due" | "funds-seized" | "hits-beyond-odds" | "level-won" | "link-stopped" | "new-chain" | "no-entries" | "paid-by-mistake" | "passkey-copied" | "round-corrected" | "second-person" | "sensor-silent" | "silent-days" | "table-stopped" | "unreasonable-rate" | "unwatched";

/** An alarm as consoles and receivers are told of it; tables that share a cause are one alarm. */
export type AlertView = {
  readonly id: string;
  readonly kind: AlarmKind;
  readonly severity: Severity;
  readonly link: string;
  readonly tables: string[];
  readonly title: string;
  readonly detail: string;
  readonly words: string;
  readonly at: number | null;
  readonly runbook: string;
};

/** A row that pays otherwise where a key of the house has some value. */
export type AlternativeRecord = {
  readonly key: string;
  readonly value: string;
  readonly event: string;
  readonly pay: OddsPay | FixedPay | MeterPay | PushPay | NoPayRecord;
};

/** What the dealer's look told everyone. */
export type AnswerView = {
  readonly question: string;
  readonly yes: boolean;
};

/** A question of the quiz, by its seed and number, with an answer for each wager. */
export type AnswersRequest = {
  readonly game: string;
  readonly level: number;
  readonly seed: string;
  readonly number: number;
  /** Cents, net. */
  readonly answers: number[];
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

/** What the figures take for granted. */
export type Assumption = {
  readonly what: string;
  readonly words: string;
};

/** What the audit of a link came to. */
export type AuditedLink = {
  readonly link: string;
  readonly entries: number;
  readonly transfers: number;
  readonly decided: number;
  readonly head: JournalHead;
  readonly findings: FindingRecord[];
  readonly more: number;
  readonly notes: string[];
  readonly checkpoints: string;
};

/** What the device must be able to do. */
export type AuthenticatorSelection = {
  readonly residentKey: string;
  readonly userVerification: string;
  readonly requireResidentKey: boolean;
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
  readonly from_meter: boolean;
  readonly duties: string[];
  readonly status: string;
  readonly sources: [string, number][];
  readonly waits_for: number[];
  readonly rest_of: number | null;
  readonly reported: string[];
  readonly cards: string;
  readonly dealer: string;
  readonly read_by: string;
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
  readonly payment: PaymentSlip;
  readonly void_reason: string;
  readonly people: string[];
  readonly entries: EntryLine[];
  readonly head: JournalHead;
};

/** What a jackpot paid in a finished round. */
export type AwardView = {
  readonly seat: number | "dealer";
  readonly wager: string;
  readonly event: string;
  readonly kind: string;
  readonly level: number | null;
  readonly percent: string | null;
  readonly amount: string;
  readonly words: string;
  readonly cents: number;
};

/** The house's win after many rounds, as a part of what is staked. */
export type BandRecord = {
  readonly rounds: number;
  readonly method: string;
  readonly standard_deviation: string;
  readonly win: Record<string, string>;
  readonly house_ahead: string;
};

/** The bank's statements beside the books: what they hold, how far the last statement was off, and what moved. */
export type BankBook = {
  readonly link: string;
  readonly books: number;
  readonly difference: number;
  readonly lines: BankLine[];
  readonly complete: boolean;
};

/** An entry that moved the bank account, or a statement of the bank; cents. */
export type BankLine = {
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
  readonly clean: boolean;
  readonly store: string[];
  readonly cannot_promise: string[];
  readonly remarks: string[];
  readonly links: AuditedLink[];
  readonly seconds: number;
  readonly at: number;
  readonly by: string;
};

/** A request to the books, by the person signed in unless somebody else signs. */
export type BookRequest = {
  /** As docs/reference/jackpot-books.md lists them: id, do and its fields. */
  readonly request: Record<string, unknown>;
  /** Who asks, if it is not the person signed in. */
  readonly by?: Credentials | null;
  /** The second person, at the same screen. */
  readonly second?: Credentials | null;
  /** With a payment: the payee, if the request does not name one by number. */
  readonly payee?: PayeeGiven | null;
};

/** A pay that was drawn for this round alone. */
export type BoostedPay = {
  readonly event: string;
  readonly label: string;
  readonly pays: string;
};

/** A seat for a bot; any free one, where none is named. */
export type BotRequest = {
  readonly seat?: number | null;
};

/** The top meter at which the wager is fair, in dollars, by base wager and other players who bet. */
export type BreakEven = {
  readonly base_wager: string;
  readonly others: number;
  readonly meter: string | null;
};

/** The round needs cards. */
export type CardsNeeded = {
  readonly kind: "cards";
  readonly slot: string;
  readonly cards: number;
  readonly words: string;
};

/** One bet that a class of hand may make, and for how many of its hands it is best. */
export type ChartAction = {
  readonly action: string;
  readonly amount: string;
  readonly expectation: Exact;
  readonly best_hands: string;
};

/** One class of hand. */
export type ChartLine = {
  readonly hand: string;
  readonly hands: string;
  readonly best: string;
  readonly settled: boolean;
  readonly actions: ChartAction[];
};

/** How well all outcomes together fit. */
export type ChiSquareRecord = {
  readonly statistic: string;
  readonly freedom: number;
  readonly probability: string;
};

/** A place in a document. */
export type CiteRecord = {
  readonly document: string;
  readonly section: string;
};

/** A section of a document. */
export type CitedPlace = {
  readonly document: string;
  readonly section: string;
};

/** What a supervisor checks before a day is closed. */
export type CloseCheck = {
  readonly ok: boolean;
  readonly title: string;
  readonly detail: string;
};

/** A class of hand, or one hand, whose best bet is hardly better than the next. */
export type CloseDecision = {
  readonly cards?: string;
  readonly hand: string;
  readonly best: string;
  readonly best_value: Exact;
  readonly next: string;
  readonly next_value: Exact;
  readonly difference: Exact;
  readonly settled: boolean;
};

/** What a command is answered with: the table as the guest sees it now. */
export type CommandAnswer = {
  readonly repeated: boolean;
  readonly view: TableView;
};

/** A hand that is complete before anything is drawn, sorted as a player would, in the game's own words. */
export type CompleteHand = {
  readonly slot: string;
  readonly cards: string;
  readonly words: string;
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

/** Whether the log-in is live now. */
export type ConfirmedRecord = {
  readonly person: string;
  readonly live: boolean;
};

/** Somebody's sign-in; those who have a second factor add a code or a passkey. */
export type Credentials = {
  readonly person: string;
  readonly password: string;
  readonly code?: string;
  /** In place of the code. */
  readonly passkey?: PasskeyAnswer | null;
};

/** What dealing to a cut card changes; estimated. */
export type CutCardRecord = {
  readonly method: string;
  readonly effect: string;
  readonly standard_error: string;
  readonly strategy: string;
  readonly seats: number;
  readonly shoes: string;
  readonly rounds_per_shoe: string;
  readonly emptied: number;
  readonly seed: number;
  readonly command: string;
};

/** What dealing to a cut card changes, beside the exact value of a fresh shoe. */
export type CutCardReport = {
  readonly method: string;
  readonly effect: string;
  readonly standard_error: string;
  readonly strategy: string;
  readonly seats: number;
  readonly shoes: string;
  readonly rounds_per_shoe: string;
  readonly emptied: number;
  readonly seed: number;
  readonly command: string;
  readonly schema: number;
  readonly game: string;
  readonly fresh_shoe: string;
};

/** The open day of a link, earlier days that nobody has closed, and what is not settled. */
export type DayClose = {
  readonly link: string;
  readonly title: string;
  readonly day: string;
  readonly ends_at: number;
  readonly to_close: string[];
  readonly checks: CloseCheck[];
  readonly alarms: AlertView[];
};

/** The dealer's cards by place; `cards` are those of a hand that lies beside the up-card. */
export type DealerCards = {
  readonly cards?: string;
  readonly up?: string;
  readonly hole?: string;
  readonly draws?: string;
};

/** The dealer's possible hands, counted by what they would do to the player's. */
export type DealerCounts = {
  readonly win: string;
  readonly tie: string;
  readonly lose: string;
  readonly not_qualified: string;
  readonly total: string;
};

/** A decision that was typed, and what could have been decided. */
export type DecisionMade = {
  readonly seat: number;
  readonly made: string;
  readonly actions: ActionOffer[];
};

/** The round needs a decision, by this rule. */
export type DecisionNeeded = {
  readonly kind: "decision";
  readonly seat: number;
  readonly actions: ActionOffer[];
  readonly words: string;
  readonly cite: string;
};

/** What one decision at a table is worth, and costs against the best. */
export type DecisionWorth = {
  readonly action: string;
  readonly value: Exact | null;
  readonly cost: Exact | null;
  readonly best: boolean;
};

/** At some depth of the shoe, and up to it; to one who knows every card left, and to one who counts. */
export type DepthRecord = {
  readonly dealt: string;
  readonly perfect: KnowingRecord;
  readonly count: KnowingRecord;
  readonly perfect_so_far: KnowingRecord;
  readonly count_so_far: KnowingRecord;
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
  readonly tables: DesignedRecord[];
};

/** A table that was found: fractions, and as a page prints them. */
export type DesignedRecord = {
  readonly house_edge: string;
  readonly variance: string;
  readonly hit_frequency: string;
  readonly rows: DesignedRow[];
  readonly shown: ShownTable;
};

/** One row of a table that was found. */
export type DesignedRow = {
  readonly event: string;
  readonly label: string;
  readonly pay: number;
  readonly was: number | null;
  readonly count: string;
  readonly return: string;
  readonly shown: string;
};

/** A display or a sensor that was paired with its table. */
export type Device = {
  readonly kind: string;
  readonly link: string;
  readonly table: string;
  readonly person: string;
  readonly at: number;
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
  readonly waiting: WaitingDevice[];
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

/** A table with a display. */
export type DisplayEntry = {
  readonly table: string;
  readonly jackpots: ShownJackpot[];
};

/** What a display posts of one jackpot. */
export type DisplayJackpot = {
  readonly link: string;
  readonly title: string;
  readonly type: "house" | "progressive";
  readonly unit: string;
  readonly sign: string;
  readonly meters: DisplayMeter[];
  readonly tells: string;
  readonly rows: DisplayRow[];
  readonly notes: string[];
  readonly notice: DisplayNotice | null;
  readonly pending: PendingAward[];
  readonly won: WonAward[];
  readonly stopped: string;
};

/** Every table with a display, and what it posts. */
export type DisplayList = {
  readonly displays: DisplayEntry[];
};

/** A meter; it has a name where the jackpot has several levels. */
export type DisplayMeter = {
  readonly level: number;
  readonly name: string;
  readonly cents: number;
};

/** The words that a House Jackpot's display must carry, verbatim, and where they are prescribed. */
export type DisplayNotice = {
  readonly words: string;
  readonly cite: string;
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

/** The house edge at what the top meter shows, in dollars. */
export type EdgeAtMeter = {
  readonly meter: string;
  readonly house_edge: Percentage;
  readonly break_even: boolean;
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
  readonly variance: string | null;
  readonly skewness?: string | null;
  readonly kurtosis?: string | null;
  readonly hit_frequency?: string | null;
  readonly push_frequency?: string | null;
  readonly average_wagered: string;
  readonly top_award?: TopAward | null;
  readonly outcomes?: OutcomeRecord[];
  readonly total?: string;
  readonly fixed_return?: Percentage;
  readonly meters?: MeterRecord[];
  readonly break_even_meter?: string | null;
  readonly others?: number;
  readonly envy_per_other?: Exact;
  readonly shared?: SharedMeter[];
  readonly average_meter?: Record<string, string> | null;
  readonly dealer_envy?: Exact | null;
  readonly rows?: RowRecord[];
  readonly rows_total?: string;
  readonly boost_chance?: string | null;
  readonly strategies?: Record<string, SimplerPlay>;
  readonly estimates?: EstimateRecord[];
  readonly post_split?: string;
  readonly by_up_card?: Record<string, string>;
  readonly insurance?: Insurance;
  readonly first_hands?: FirstHand[];
  readonly cost?: string;
  readonly by_composition?: string;
  readonly chart?: Record<string, Record<string, string>>;
  readonly key?: string;
  readonly count?: string;
  readonly effects_of_removal?: Record<string, string>;
  readonly betting_correlation?: string;
  readonly insurance_correlation?: string;
  readonly index_numbers?: IndexNumber[];
  readonly cut_card?: CutCardRecord | null;
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

/** The code that both supervisors type before the log-in is live. */
export type EnrollmentMade = {
  readonly person: string;
  readonly confirmation: string;
};

/** A new password, and a code that shows that the second factor works. */
export type EnrollmentRequest = {
  readonly first: string;
  readonly second: string;
  readonly password: string;
  readonly code: string;
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

/** Several players at one pot: sampled, with the error of the sample. */
export type EstimateRecord = {
  readonly wager: string;
  readonly strategy: string;
  readonly rule: string;
  readonly seats: number;
  readonly method: string;
  readonly mean: string;
  readonly house_edge: Percentage;
  readonly standard_error: string;
  readonly rounds: string;
  readonly seed: number;
  readonly command: string;
  readonly checked?: string;
  readonly solved_exactly?: string;
  readonly changed?: string;
  readonly backend?: string;
  readonly quick_decisions?: string;
  readonly plays?: string;
  readonly in_order?: SeatInOrder[];
};

/** A mean: its fraction where it is exact, and its decimal. */
export type Exact = {
  readonly fraction?: string;
  readonly decimal: string;
};

/** Figures that a solver shows beside its result. */
export type FactTableRecord = {
  readonly columns: string[] | null;
  readonly rows: string[][];
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
  readonly cards: FirstCards;
  readonly hands: number;
  readonly pot: boolean;
  readonly decks: number;
  readonly words: string[];
  readonly spots: LayoutSpot[];
  readonly awards: LayoutAward[];
  readonly readings: LayoutReading[];
  readonly game_hash: string;
  readonly bots: string;
  readonly rules: LayoutRule[];
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
  readonly answers: AnswerView[];
  readonly pot?: PotView;
};

/** One thing that is not as it must be. */
export type FindingRecord = {
  readonly where: string;
  readonly what: string;
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
  readonly awards: AwardView[];
  readonly won: WonMeter[];
  readonly dynamic: BoostedPay[];
  readonly nets: Record<string, number>;
  readonly house: number;
  readonly void: string | null;
  readonly root: string | null;
  readonly game_hash: string;
  readonly dice: DiceView | null;
  readonly names: Record<string, string>;
};

/** How many cards lie before a player and before the dealer at first, and come to each place that the game names. */
export type FirstCards = {
  readonly own: number;
  readonly dealer: number;
  readonly places: Record<string, number>;
};

/** Two first cards against an up-card. */
export type FirstHand = {
  readonly cards: string;
  readonly up: string;
  readonly probability: string;
  readonly best: string | null;
  readonly values: Record<string, string>;
  readonly expectation: string;
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
  readonly rules: RuleRecord[];
  readonly numbers: NumberRecord[];
  readonly keys: KeyRecord[];
  readonly notices: NoticeRecord[];
  readonly interpretations: ReadingRecord[];
  readonly paytables: PaytableRecord[];
  readonly sources: SourceRecord[];
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
  readonly wagers: WagerSummary[];
  readonly game_hash: string;
};

/** Every game of the book. */
export type GamesRecord = {
  readonly schema: number;
  readonly rulebook_hash: string;
  readonly games: GameSummary[];
};

/** A policy's worth. */
export type GradeRecord = {
  readonly schema: number;
  readonly game: string;
  readonly wager: string;
  readonly seats: number;
  readonly policy: string;
  readonly method: string;
  readonly expectation: Exact;
  readonly standard_error: string;
  readonly house_edge: Percentage;
  readonly best_house_edge: Percentage;
  readonly regret: Percentage;
  readonly losses: LossRecord[];
  readonly never_followed: string[];
  readonly game_hash: string;
};

/** Hands as they were typed. */
export type GradeRequest = {
  readonly hands: Record<string, string>;
  readonly dealer?: string | null;
  /** Cards may be missing: grade those that are there. */
  readonly so_far?: boolean;
};

/** For each seat what its hand is, and every award that the round would give now. Nothing is entered. */
export type Graded = {
  readonly hands: Record<string, GradedHand>;
  readonly awards: UnpaidAward[];
  readonly reseeds: Reseed[];
  readonly notes: string[];
};

/** What the rulebook makes of a hand; no label where it wins nothing. */
export type GradedHand = {
  readonly label: string | null;
  readonly why: string;
  readonly cite: string;
  readonly made_of: boolean[];
};

/** A guest with play chips, and the table they sit at. */
export type GuestRecord = {
  readonly name: string;
  readonly cents: number;
  readonly chips: string;
  readonly table: string | null;
};

/** How many cards are entered of a hand and of the dealer's: the most that any jackpot of the table sees. */
export type HandSight = {
  readonly own: number;
  readonly dealer: number;
  readonly fewest: number;
  readonly rows: ReadableRow[];
};

/** The cards of a hand as the viewer sees them; what lies face down is a null. */
export type HandView = {
  readonly cards: (string | null)[];
  readonly words: string;
  readonly making: number;
  readonly stakes?: Record<string, number>;
};

/** How far an hour's result lies from the expected one, in dollars. */
export type HourlyRecord = {
  readonly method: string;
  readonly amount: string;
};

/** What house and reserve keep of a wager while the meter grows and is won. */
export type HouseKeeps = {
  readonly keeps: Percentage;
  readonly seeds_after_a_win: Percentage;
  readonly variance: string;
  readonly standard_deviation: string;
};

/** From which true count a decision changes. */
export type IndexNumber = {
  readonly decision: string;
  readonly play: string;
  readonly instead: string;
  readonly true_count: string;
  readonly rising: boolean;
};

/** What insurance is worth from a fresh shoe. */
export type Insurance = {
  readonly expectation: string;
  readonly fraction: string;
};

/** Your half of an invitation. */
export type InvitationHalf = {
  readonly half: string;
};

/** Your half, the second supervisor, who asks for the other, and how many hours it is good for. */
export type InvitationMade = {
  readonly half: string;
  readonly second: string;
  readonly hours: number;
};

/** Whom two halves invite, and a key for the second factor, also as an address for an app. */
export type InvitationOpened = {
  readonly person: string;
  readonly name: string;
  readonly key: string;
  readonly uri: string;
};

/** The two halves of an invitation, as each of the two supervisors handed theirs over; in either order. */
export type InvitationRequest = {
  readonly first: string;
  readonly second: string;
};

/** Somebody who has been invited and is not in yet, and what the viewer may do about it. */
export type InvitedRecord = {
  readonly person: string;
  readonly name: string;
  readonly by: InviterRecord[];
  readonly until: number;
  readonly chosen: boolean;
  readonly do: "" | "confirm" | "half";
};

/** One of the two who invited somebody. */
export type InviterRecord = {
  readonly id: string;
  readonly name: string;
  readonly confirmed: boolean;
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
  readonly from_meter: boolean;
  readonly duties: string[];
  readonly status: string;
  readonly sources: [string, number][];
  readonly waits_for: number[];
  readonly rest_of: number | null;
  readonly reported: string[];
  readonly cards: string;
  readonly dealer: string;
  readonly read_by: string;
  readonly table: string;
  readonly round: number;
  readonly day: string;
  readonly at: number;
  readonly camera: string;
  readonly approved_by: string;
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

/** What a wager is worth to one who knows, per hand dealt. */
export type KnowingRecord = {
  readonly value: string;
  readonly standard_error: string;
  readonly wagers: string;
  readonly wagers_standard_error: string;
};

/** A passkey that is registered: the device that has it makes no second one. */
export type KnownPasskey = {
  readonly type: string;
  readonly id: string;
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
  readonly seats: number[];
};

/** What comes beside a wager without a spot of its own. */
export type LayoutAward = {
  readonly title: string;
  readonly text: string;
  readonly rows: LayoutRow[];
};

/** How a question about the layout is read. */
export type LayoutReading = {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
};

/** A row of a paytable as it is posted. */
export type LayoutRow = {
  readonly event: string;
  readonly label: string;
  readonly pays: string;
  readonly beside: string;
};

/** A rule of play, and where it is from. */
export type LayoutRule = {
  readonly text: string;
  readonly cite: string;
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

/** Somebody leaves. */
export type LeavingRequest = {
  readonly second: Credentials;
  readonly reason: string;
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

/** Close the wagers of the round that the page shows. */
export type LockRequest = {
  /** New for every request; one sent twice counts once. */
  readonly id: string;
  readonly round: number;
};

/** How far a round goes that is still being typed in, and what it needs next; a complete one is settled. */
export type Looked = {
  readonly schema: number;
  readonly game: string;
  readonly places: RoundPlace[];
  readonly hands: CompleteHand[];
  readonly decisions: DecisionMade[];
  readonly needs: CardsNeeded | DecisionNeeded | null;
  readonly settlement: SettlementRecord | null;
};

/** Where a policy gives something away. */
export type LossRecord = {
  readonly question: string;
  readonly hand: string;
  readonly taken: string;
  readonly better: string;
  readonly loss: Exact;
  readonly share: string;
};

/** What a side wager of the viewer's has come to before the round is over. */
export type MadeWager = {
  readonly wager: string;
  readonly title: string;
  readonly event: string | null;
  readonly net: number | null;
  readonly words: string;
  readonly cite: string;
  readonly paid: boolean;
};

/** What a browser asks a device for, as ``PublicKeyCredential.parseCreationOptionsFromJSON`` takes it. */
export type MakingOptions = {
  readonly rp: RelyingParty;
  readonly user: PasskeyUser;
  readonly challenge: string;
  readonly pubKeyCredParams: PasskeyAlgorithm[];
  readonly excludeCredentials: KnownPasskey[];
  readonly authenticatorSelection: AuthenticatorSelection;
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

/** A meter from seed to seed: not exceeded with each probability. */
export type MeterLife = {
  readonly level: number;
  readonly mean_wagers: string;
  readonly wagers: Record<string, string>;
  readonly mean_amount: string;
  readonly amounts: Record<string, string> | null;
};

/** What an outcome takes of a meter. */
export type MeterPart = {
  readonly level: number;
  readonly share: string;
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
  readonly hit_probability: string;
  readonly one_in: string | null;
  readonly return_per_1000: string;
  readonly average_share: string;
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

/** Everything about a mix; figures are in units of all that is staked before the deal. */
export type MixRecord = {
  readonly schema: number;
  readonly game: string;
  readonly stakes: Record<string, string>;
  readonly staked: string;
  readonly method: string;
  readonly error_bound?: string;
  readonly expectation: Exact;
  readonly house_edge: Percentage;
  readonly element_of_risk: Percentage;
  readonly standard_deviation: string;
  readonly variance: string;
  readonly expected_dollars: string;
  readonly standard_deviation_dollars: string;
  readonly hit_frequency?: string;
  readonly push_frequency?: string;
  readonly n0?: string | null;
  readonly wagers: MixedWager[];
  readonly together: MixedPair[];
  readonly ruin_in_the_end?: Record<string, RuinRecord>;
  readonly table?: SeatsRecord;
  readonly seat?: SeatsRecord;
  readonly game_hash: string;
};

/** How two wagers of the seat move together. */
export type MixedPair = {
  readonly wagers: string[];
  readonly covariance: string | Exact;
  readonly correlation: string;
};

/** One wager of the seat, in its own units. */
export type MixedWager = {
  readonly wager: string;
  readonly stake: string;
  readonly expectation: Exact;
  readonly variance: string;
};

/** A figure that differs from an earlier sheet's, and why. */
export type MovedFigure = {
  readonly wager: string;
  readonly figure: string;
  readonly was: string;
  readonly now: string;
  readonly why: string;
};

/** How a side wager moves with the base wager. */
export type MovesWith = {
  readonly covariance: string;
  readonly correlation: string;
};

/** A name to be called by. */
export type NameRequest = {
  readonly name: string;
};

/** Why the person signed in can have none here. */
export type NoPasskeys = {
  readonly why: string;
  readonly hint: string | null;
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

/** One player's session as if its way were normal; nets in units, ruin by bankroll in units. */
export type NormalSessionRecord = {
  readonly rounds: number;
  readonly method: string;
  readonly net: Record<string, string>;
  readonly house_ahead: string;
  readonly risk_of_ruin: Record<string, string>;
};

/** Words that a table must post. */
export type NoticeRecord = {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  readonly cites: CiteRecord[];
};

/** A number that a rule names. */
export type NumberRecord = {
  readonly id: string;
  readonly value: string;
  readonly text: string;
  readonly cites: CiteRecord[];
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
  readonly bank_difference: number;
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

/** What else the player is asked in the hand, such as insurance. */
export type OtherQuestion = {
  readonly question: string;
  readonly actions: AdvisedAction[];
  readonly best: string | null;
  readonly unsolved: string[];
};

/** One net outcome, with its count of all deals; it has no net where that depends on a meter. */
export type OutcomeRecord = {
  readonly net: string | null;
  readonly count: string;
  readonly probability: string;
  readonly meter?: ShareOfMeter;
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
  readonly unusable: NoPasskeys | null;
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

/** A device that is not known yet. */
export type PairingRequest = {
  readonly kind: "display" | "sensor";
};

/** Nobody has confirmed the code yet. */
export type PairingWaits = {
  readonly paired: false;
};

/** An algorithm that a passkey may sign by. */
export type PasskeyAlgorithm = {
  readonly type: string;
  readonly alg: number;
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

/** Whether the session ended with it. */
export type PasskeyGone = {
  readonly signed_out: boolean;
};

/** The name of the new passkey. */
export type PasskeyMade = {
  readonly name: string;
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

/** Whose a passkey is. */
export type PasskeyUser = {
  readonly name: string;
  readonly id: string;
  readonly displayName: string;
};

/** Whom a prize is paid to, and how it is known who they are; kept beside the journal, which names only a number. */
export type PayeeGiven = {
  readonly name: string;
  readonly identified: string;
  readonly address?: string;
};

/** How an award was paid, and the film of its cards; empty as long as it is not. */
export type PaymentSlip = {
  readonly method: string;
  readonly reference: string;
  readonly tax_form: string;
  readonly camera: string;
};

/** One paytable with what it pays, and who uses it. */
export type PaytableRecord = {
  readonly schema: number;
  readonly id: string;
  readonly requested: string;
  readonly aliases: string[];
  readonly games: string[];
  readonly editions: string[];
  readonly wager: string;
  readonly basis: string | null;
  readonly status: "document" | "sample" | "user";
  readonly unit: string;
  readonly decks: number[];
  readonly parameters: TableParameters;
  readonly dealer_envy_percent: string | null;
  readonly rows: PaytableRow[];
  readonly loses: string[];
  readonly cites: CiteRecord[];
  readonly note?: string;
  readonly ladder?: RungRecord[];
  readonly alternatives?: AlternativeRecord[];
};

/** A row of a paytable. */
export type PaytableRow = {
  readonly event: string;
  readonly label: string;
  readonly pay: OddsPay | FixedPay | MeterPay | PushPay | NoPayRecord;
  readonly dynamic: string[] | null;
  readonly envy: string | null;
};

/** An award that waits for approval; `whole` where it is a whole meter. */
export type PendingAward = {
  readonly no: number;
  readonly words: string;
  readonly amount: string;
  readonly cents: number;
  readonly whole: boolean;
};

/** A part of one: its fraction where it is exact, and in percent. */
export type Percentage = {
  readonly fraction?: string;
  readonly percent: string;
};

/** Whom something was done about, on which links, and the role that they have there now. */
export type PersonDone = {
  readonly person: string;
  readonly links: string[];
  readonly role?: string;
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
  readonly from_meter: boolean;
  readonly duties: string[];
  readonly status: string;
  readonly sources: [string, number][];
  readonly waits_for: number[];
  readonly rest_of: number | null;
  readonly reported: string[];
  readonly cards: string;
  readonly dealer: string;
  readonly read_by: string;
  readonly table: string;
  readonly round: number;
  readonly day: string;
  readonly at: number;
  readonly camera: string;
  readonly approved_by: string;
  readonly entry: number;
  readonly link: string;
  readonly must: DutyRecord[];
  readonly reported_by: string;
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

/** The table itself. */
export type PitTable = {
  readonly id: string;
  readonly game: string;
  readonly seats: number;
  readonly location: string;
  readonly stopped: string[];
  readonly sees: HandSight;
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
  readonly table: PitTable;
  readonly round: PitRound;
  readonly sensor: SensorState;
  readonly awards: PitAward[];
  readonly asks: AskRecord[];
  readonly receivable: OwedBack[];
  readonly alerts: AlertView[];
  readonly before: RoundBefore[];
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

/** An entry that changed the configuration; of a plan, its hash and what differs: field, before, after. */
export type PlanChange = {
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
};

/** Every change of a link's configuration, the newest first. */
export type PlanHistory = {
  readonly link: string;
  readonly changes: PlanChange[];
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
  readonly rules: PostedRule[];
  readonly tables: Record<string, PostedTable>;
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
  readonly rows: PostedRow[];
};

/** A table of several players at one pot, sampled under the best play. */
export type PotRecord = {
  readonly wager: string;
  readonly strategy: string;
  readonly rule: string;
  readonly seats: number;
  readonly method: string;
  readonly mean: string;
  readonly house_edge: Percentage;
  readonly standard_error: string;
  readonly rounds: string;
  readonly seed: number;
  readonly command: string;
  readonly checked?: string;
  readonly solved_exactly?: string;
  readonly changed?: string;
  readonly backend?: string;
  readonly quick_decisions?: string;
  readonly plays?: string;
  readonly in_order?: SeatInOrder[];
  readonly schema: number;
  readonly game: string;
  readonly game_hash: string;
};

/** The pot of a game that is played for one. */
export type PotView = {
  readonly cents: number;
  readonly order: number[];
  readonly leads: number[];
  readonly kicked_out: boolean;
  readonly lost: Record<string, string>;
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
  readonly hint: string | null;
  readonly request_id: string | null;
};

/** Returns the stake. */
export type PushPay = {
  readonly kind: "push";
};

/** One wager: what was answered, what it is, and the rule behind it; cents, net. */
export type QuizGrade = {
  readonly wager: string;
  readonly given: number;
  readonly net: number;
  readonly right: boolean;
  readonly why: string;
  readonly cite: string;
};

/** The answers of a question, graded. */
export type QuizGrades = {
  readonly schema: number;
  readonly lines: QuizGrade[];
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
  readonly wagers: QuizWager[];
};

/** A wager of the question; its stake is in cents. */
export type QuizWager = {
  readonly wager: string;
  readonly title: string;
  readonly stake: number;
};

/** How a jackpot's meter must grow for a wanted house edge in the long run, by its seed. */
export type RatesRecord = {
  readonly schema: number;
  readonly game: string;
  readonly wager: string;
  readonly like: string;
  readonly fixed_return: string;
  readonly rates: SeedAndRate[];
};

/** A row that a supervisor may read without its cards. */
export type ReadableRow = {
  readonly event: string;
  readonly label: string;
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

/** Which parts of a transcript are hashed, and what they come to. */
export type RecordHash = {
  readonly parts: string[];
  readonly sha256: string;
};

/** A round file with what came of it and the tables in force: a transcript. */
export type RecordedRound = {
  readonly schema: number;
  readonly game: string;
  readonly seats: Record<string, RoundSeat>;
  readonly dealer?: string | DealerCards;
  readonly places?: Record<string, string>;
  readonly meters?: Record<string, Record<string, string>>;
  readonly seeds?: Record<string, Record<string, string>>;
  readonly dynamic?: Record<string, string>;
  readonly table?: RoundTable;
  readonly dealing?: RoundDealing;
  readonly kind: "transcript";
  readonly game_hash: string;
  readonly software: string;
  readonly rules: Record<string, unknown>;
  readonly settlement: SettlementRecord;
  readonly record: RecordHash;
};

/** The site that a passkey is for. */
export type RelyingParty = {
  readonly name: string;
  readonly id: string;
};

/** Whether a recorded round agrees with itself, played again. */
export type ReplayRecord = {
  readonly schema: number;
  readonly verdict: "agrees" | "differs";
  readonly game: string;
  readonly game_hash: ReplayedHashes;
  readonly rules: string;
  readonly opened_cards: number | null;
  readonly record_sha256: string | null;
  readonly differences: string[];
};

/** The rulebook that a transcript names, and today's. */
export type ReplayedHashes = {
  readonly recorded: string;
  readonly current: string;
};

/** A report of a table, by the person signed in unless somebody else signs. */
export type ReportRequest = {
  /** As docs/reference/jackpot-books.md lists them: id, do and its fields. */
  readonly request: Record<string, unknown>;
  /** Who asks, if it is not the person signed in. */
  readonly by?: Credentials | null;
  /** The second person, at the same screen. */
  readonly second?: Credentials | null;
};

/** A report as text; `day` is the day or the month. */
export type ReportText = {
  readonly link: string;
  readonly day: string;
  readonly text: string;
};

/** A level that would be won whole, and the cents it would start from again. */
export type Reseed = {
  readonly level: number;
  readonly to: number;
};

/** A contribution to a jackpot that goes back, because the round is void. */
export type ReversedContribution = {
  readonly seat: number;
  readonly wager: string;
  readonly amount: string;
};

/** Somebody joins a link, or has another role there from now on. */
export type RoleRequest = {
  readonly second: Credentials;
  readonly link: string;
  readonly name: string;
  readonly role: "accounting" | "auditor" | "dealer" | "operator" | "supervisor";
  /** The person concerned, where they work on a link that the two do not both supervise. */
  readonly consent?: Credentials | null;
};

/** An earlier round of the table, with the entry that a correction would cite. */
export type RoundBefore = {
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
};

/** How the cards were dealt: by dice, and in which order. */
export type RoundDealing = {
  readonly dice?: number[];
  readonly direction?: "clockwise" | "counterclockwise";
  readonly first?: string;
  readonly order?: string;
};

/** A round as it was dealt at a table; docs/reference/schemas has all that a person may write into one. */
export type RoundFileRecord = {
  readonly schema: number;
  readonly game: string;
  readonly seats: Record<string, RoundSeat>;
  readonly dealer?: string | DealerCards;
  readonly places?: Record<string, string>;
  readonly meters?: Record<string, Record<string, string>>;
  readonly seeds?: Record<string, Record<string, string>>;
  readonly dynamic?: Record<string, string>;
  readonly table?: RoundTable;
  readonly dealing?: RoundDealing;
};

/** What the house has posted for a wager. */
export type RoundLimit = {
  readonly minimum?: string;
  readonly step?: string;
  readonly maximum?: string;
};

/** A place of the round, and how many cards it takes. */
export type RoundPlace = {
  readonly slot: string;
  readonly cards: number;
};

/** A seat of a round file: wagers as decimal strings, cards, and decisions in order. */
export type RoundSeat = {
  readonly wagers: Record<string, string>;
  readonly cards?: string;
  readonly draw?: string;
  readonly draws?: Record<string, string>;
  readonly actions?: string[];
};

/** What happened, and the felt after it. */
export type RoundStep = {
  readonly words: string;
  readonly felt: FeltView;
};

/** A finished round step by step, and whether it agrees with what was recorded. */
export type RoundSteps = {
  readonly schema: number;
  readonly game: string;
  readonly steps: RoundStep[];
  readonly replay: ReplayRecord;
};

/** Limits by wager. */
export type RoundTable = {
  readonly limits: Record<string, RoundLimit>;
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

/** How likely a bankroll is lost in the end. */
export type RuinRecord = {
  readonly chance: string;
  readonly method: string;
};

/** One rule in plain words. */
export type RuleRecord = {
  readonly id: string;
  readonly topic: string;
  readonly text: string;
  readonly when: string | null;
  readonly editions: string[];
  readonly cites: CiteRecord[];
};

/** One alert: what it means, and what people do about it. */
export type Runbook = {
  readonly id: string;
  readonly title: string;
  readonly means: string;
  readonly steps: string[];
};

/** What to do about each alert. */
export type Runbooks = {
  readonly runbooks: Runbook[];
};

/** A rung of a ladder: from how many players on a hand of this rank is needed. */
export type RungRecord = {
  readonly players: number;
  readonly category: string;
  readonly rank: number | null;
  readonly label: string;
};

/** How two seats move together, where that was sampled. */
export type SampledCovarianceRecord = {
  readonly value: string;
  readonly standard_error: string;
  readonly deals: number;
};

/** The query as it was asked, and the places that hold every word of it. */
export type Search = {
  readonly query: string;
  readonly found: Place[];
};

/** A seat at one pot, by its place in the order of acting. */
export type SeatInOrder = {
  readonly place: number;
  readonly mean: string;
  readonly standard_error: string;
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

/** Seats that all do the same; the covariance is of two of them. */
export type SeatsRecord = {
  readonly seats: number;
  readonly method: string;
  readonly covariance?: Exact | null;
  readonly correlation?: string;
  readonly sampled_covariance?: SampledCovarianceRecord;
  readonly variance: string;
  readonly standard_deviation: string;
  readonly n0: string | null;
  readonly bands: BandRecord[];
  readonly bank_ruin: Record<string, string>;
  readonly bank_ruin_between?: Record<string, string[]>;
  readonly ruin_in_the_end?: Record<string, string>;
};

/** The second person, at the same screen. */
export type SecondRequest = {
  readonly second: Credentials;
};

/** A seed for a $1 wager, and the rate at which the meter must grow. */
export type SeedAndRate = {
  readonly seed_cents: number;
  readonly rate: string;
  readonly shown: ShownRate;
};

/** One net outcome: its count where it was counted, its error where it was sampled. */
export type SeenOutcome = {
  readonly net: string;
  readonly count: string | null;
  readonly probability: string;
  readonly standard_error?: string;
};

/** Somebody has seen an alert. */
export type SeenRequest = {
  readonly alert: string;
};

/** The round that a sensor's wagers count for, and whether it is locked. */
export type SensorAnswer = {
  readonly table: string;
  readonly round: number;
  readonly locked: boolean;
};

/** A sensor reports that it is alive; with ``seats``, where the wagers are. */
export type SensorRequest = {
  readonly seats?: number[] | null;
};

/** Who says where wagers are, and whether a sensor is silent. */
export type SensorState = {
  readonly by: string;
  readonly silent: boolean;
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
  readonly void?: VoidRound;
};

/** Whether it is urgent. */
export type Severity = "info" | "warn";

/** What an outcome takes of a meter that is not given. */
export type ShareOfMeter = {
  readonly level: number;
  readonly percent: string;
};

/** Several winners of one whole meter in a round. */
export type SharedMeter = {
  readonly level: number;
  readonly seats: number;
  readonly any_wins: string;
  readonly second_winner_times_likelier: Exact | null;
  readonly part_kept_by_a_winner: string;
};

/** One row that is paid beside a base wager, by a table of its own. */
export type SheetAward = {
  readonly event: string;
  readonly pays: string;
  readonly table: string;
};

/** Something that was counted twice and agreed. */
export type SheetCheck = {
  readonly what: string;
  readonly value: string;
};

/** What names the sheet among the papers of a laboratory. */
export type SheetDocument = {
  readonly number: string;
  readonly revision: number;
  readonly date: string | null;
  readonly prepared_for: string | null;
  readonly prepared_by: string | null;
};

/** What a jackpot returns apart from its meters, and what its meters must show. */
export type SheetJackpot = {
  readonly fixed_return: Percentage;
  readonly seeds: Record<string, string>;
  readonly rates: Record<string, Percentage>;
  readonly reserves: Record<string, Percentage>;
  readonly long_run_return: Percentage | null;
  readonly lower_meters_counted_as_empty: boolean;
  readonly edge_by_meter: EdgeAtMeter[];
  readonly break_even: BreakEven[];
  readonly house: HouseKeeps | null;
  readonly life: MeterLife[];
};

/** What the table posts for a wager. */
export type SheetLimit = {
  readonly minimum: string;
  readonly maximum: string | null;
  readonly step: string;
};

/** A seat that makes several wagers together, with its bands. */
export type SheetMix = {
  readonly schema: number;
  readonly game: string;
  readonly stakes: Record<string, string>;
  readonly staked: string;
  readonly method: string;
  readonly error_bound?: string;
  readonly expectation: Exact;
  readonly house_edge: Percentage;
  readonly element_of_risk: Percentage;
  readonly standard_deviation: string;
  readonly variance: string;
  readonly expected_dollars: string;
  readonly standard_deviation_dollars: string;
  readonly hit_frequency?: string;
  readonly push_frequency?: string;
  readonly n0?: string | null;
  readonly wagers: MixedWager[];
  readonly together: MixedPair[];
  readonly ruin_in_the_end?: Record<string, RuinRecord>;
  readonly table?: SeatsRecord;
  readonly seat?: SeatsRecord;
  readonly game_hash: string;
  readonly volatility?: SheetVolatility | null;
};

/** What is stated of the table, not measured. */
export type SheetPace = {
  readonly rounds_per_hour: number;
  readonly seats: number;
  readonly average_wager: string;
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

/** What others have printed, and our figure to the same digits. */
export type SheetPublished = {
  readonly wager: string;
  readonly figure: string;
  readonly of: string | null;
  readonly unit: string | null;
  readonly relation: string;
  readonly printed: string;
  readonly ours: string;
  readonly agrees: boolean;
  readonly source: string;
  readonly address: string | null;
};

/** How a document is read where it leaves room. */
export type SheetReading = {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly confidence: string;
};

/** A whole par sheet. */
export type SheetRecord = {
  readonly schema: number;
  readonly kind: string;
  readonly document: SheetDocument;
  readonly game: string;
  readonly title: string;
  readonly edition: string;
  readonly decks: number;
  readonly tables: SheetTable[];
  readonly limits?: Record<string, SheetLimit>;
  readonly method: string;
  readonly game_hash: string;
  readonly software: string;
  readonly assumptions: Assumption[];
  readonly rules: SheetRule[];
  readonly wagers: SheetWager[];
  readonly valued: SheetValued | null;
  readonly mix: SheetMix | null;
  readonly unsolved: SheetUnsolved[];
  readonly advantage: SheetSight[];
  readonly samples: SheetSample[];
  readonly interpretations: SheetReading[];
  readonly checks: SheetCheck[];
  readonly published: SheetPublished[];
  readonly sources: SheetSource[];
  readonly revision: SheetRevision | null;
};

/** The differences from an earlier sheet. */
export type SheetRevision = {
  readonly of: Record<string, string>;
  readonly causes: string[];
  readonly moved: MovedFigure[];
};

/** A rule in brief, and where it is from. */
export type SheetRule = {
  readonly id: string;
  readonly text: string;
  readonly cites: CitedPlace[];
};

/** A table that is not the maker's. */
export type SheetSample = {
  readonly id: string;
  readonly note: string;
};

/** One player's net after some rounds, in units: not exceeded with each probability. */
export type SheetSession = {
  readonly rounds: number;
  readonly method: string;
  readonly net: Record<string, string>;
  readonly house_ahead: string;
  readonly risk_of_ruin: Record<string, string | null>;
};

/** What the base game is worth to a player who sees too much. */
export type SheetSight = {
  readonly wager: string;
  readonly method: string;
  readonly sees: string[];
  readonly expectation: Exact;
  readonly standard_error: string | null;
  readonly desirability_index: string | null;
  readonly n0: string | null;
  readonly total: string;
};

/** A document that the sheet rests on. */
export type SheetSource = {
  readonly document: string;
  readonly title: string;
  readonly mark: string;
};

/** How to play, where it is close, and what simpler ways cost. */
export type SheetStrategy = {
  readonly stretches: SheetStretch[];
  readonly ties: string;
  readonly borderline: CloseDecision[];
  readonly closest: CloseDecision[];
  readonly simple: SimplePlay[];
  readonly plays: PlayLine[];
};

/** Neighboring classes of hand that are played alike. */
export type SheetStretch = {
  readonly from: string;
  readonly to: string;
  readonly hands: string;
  readonly best: string | null;
  readonly hands_by_bet: Record<string, string>;
};

/** A table that the configuration names, and whose it is. */
export type SheetTable = {
  readonly wager: string;
  readonly id: string;
  readonly status: string;
  readonly basis: string | null;
};

/** A wager without a solver, and why. */
export type SheetUnsolved = {
  readonly wager: string;
  readonly why: string;
};

/** A base wager that is known to a bound: under the best play, by the chart, and to a card counter. */
export type SheetValued = {
  readonly wager: string;
  readonly title: string;
  readonly best: EdgeRecord;
  readonly chart: EdgeRecord;
  readonly counter: EdgeRecord;
  readonly beside: Record<string, MovesWith>;
  readonly volatility_index: string;
  readonly chart_costs: string;
  readonly sessions: NormalSessionRecord[];
  readonly win_per_hour: string;
  readonly standard_deviation_per_hour: HourlyRecord | null;
  readonly tables: Record<string, FactTableRecord[]>;
  readonly seat: SeatsRecord;
  readonly table: SeatsRecord | null;
};

/** What luck does in many rounds. */
export type SheetVolatility = {
  readonly pace: SheetPace;
  readonly bands: BandRecord[];
  readonly sessions: SheetSession[];
  readonly ruin_in_the_end: Record<string, RuinRecord>;
  readonly win_per_hour: string;
  readonly standard_deviation_per_hour: HourlyRecord;
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
  readonly variance: string | null;
  readonly skewness?: string | null;
  readonly kurtosis?: string | null;
  readonly hit_frequency?: string | null;
  readonly push_frequency?: string | null;
  readonly average_wagered: string;
  readonly top_award?: TopAward | null;
  readonly outcomes?: OutcomeRecord[];
  readonly total?: string;
  readonly fixed_return?: Percentage;
  readonly meters?: MeterRecord[];
  readonly break_even_meter?: string | null;
  readonly others?: number;
  readonly envy_per_other?: Exact;
  readonly shared?: SharedMeter[];
  readonly average_meter?: Record<string, string> | null;
  readonly dealer_envy?: Exact | null;
  readonly rows?: RowRecord[];
  readonly rows_total?: string;
  readonly boost_chance?: string | null;
  readonly strategies?: Record<string, SimplerPlay>;
  readonly estimates?: EstimateRecord[];
  readonly post_split?: string;
  readonly by_up_card?: Record<string, string>;
  readonly insurance?: Insurance;
  readonly first_hands?: FirstHand[];
  readonly cost?: string;
  readonly by_composition?: string;
  readonly chart?: Record<string, Record<string, string>>;
  readonly key?: string;
  readonly count?: string;
  readonly effects_of_removal?: Record<string, string>;
  readonly betting_correlation?: string;
  readonly insurance_correlation?: string;
  readonly index_numbers?: IndexNumber[];
  readonly cut_card?: CutCardRecord | null;
  readonly notes: string[];
  readonly game_hash: string;
  readonly title: string;
  readonly samples: string[];
  readonly pays: SheetPay[];
  readonly awards: SheetAward[];
  readonly returned: string;
  readonly volatility_index: string | null;
  readonly strategy: SheetStrategy | null;
  readonly jackpot: SheetJackpot | null;
  readonly volatility: SheetVolatility | null;
  readonly n0: string | null;
  readonly table: SeatsRecord | null;
  readonly seat_covariance: Exact | null;
  readonly house_volatility: SheetVolatility | null;
  readonly win_per_hour_at_pot: string | null;
};

/** A pair wager to a player who knows the rest of the shoe: the headline is down to the penetration. */
export type ShoeAdvantageRecord = {
  readonly schema: number;
  readonly game: string;
  readonly wager: string;
  readonly paytable: string | null;
  readonly method: string;
  readonly sees: string[];
  readonly expectation: Exact;
  readonly standard_error: string | null;
  readonly house_edge: Percentage;
  readonly element_of_risk: Percentage | null;
  readonly standard_deviation: string;
  readonly variance: string;
  readonly hit_frequency: string;
  readonly push_frequency: string | null;
  readonly average_wagered: string;
  readonly desirability_index: string | null;
  readonly n0: string | null;
  readonly outcomes: SeenOutcome[];
  readonly standard_errors: Record<string, string>;
  readonly total: string;
  readonly game_hash: string;
  readonly penetration: string;
  readonly cards_a_round: number;
  readonly full_shoe: Exact;
  readonly depths: DepthRecord[];
  readonly count_tags: Record<string, string>;
  readonly count_correlation: string;
};

/** The shoe that the table has committed to, and how much of it is dealt. */
export type ShoeView = {
  readonly root: string | null;
  readonly shoe: number;
  readonly dealt: number;
  readonly cards: number;
  readonly cut: number | null;
};

/** A jackpot that a display shows. */
export type ShownJackpot = {
  readonly link: string;
  readonly title: string;
};

/** A rate in percent as a page prints it, and what the meter shows on average when it is paid. */
export type ShownRate = {
  readonly rate: string;
  readonly average_meter_cents: number;
};

/** A table's figures as a page prints them, in percent but for the deviation. */
export type ShownTable = {
  readonly house_edge: string;
  readonly away: string;
  readonly standard_deviation: string;
  readonly hit_frequency: string;
};

/** Neighboring classes of hand that are played alike after one sight. */
export type SightLine = {
  readonly seen: string;
  readonly from: string;
  readonly to: string;
  readonly best: string | null;
  readonly deals: Record<string, string>;
};

/** Every sight of the dealer's cards that is exact in seconds. */
export type SightsRecord = {
  readonly schema: number;
  readonly game: string;
  readonly wager: string;
  readonly sights: AdvantageRecord[];
  readonly game_hash: string;
};

/** Nobody is signed in any longer. */
export type SignedOut = {
  readonly person: null;
};

/** What a browser asks its passkeys, as ``PublicKeyCredential.parseRequestOptionsFromJSON`` takes it. */
export type SigningOptions = {
  readonly challenge: string;
  readonly rpId: string;
  readonly userVerification: string;
};

/** A simpler way to play, and what it costs. */
export type SimplePlay = {
  readonly name: string;
  readonly house_edge: Percentage;
  readonly cost: Exact;
};

/** What a simpler way to play comes to, and costs. */
export type SimplerPlay = {
  readonly house_edge: Percentage;
  readonly cost: Exact;
};

/** One outcome: how often it came, and how often it should have. */
export type SimulatedOutcome = {
  readonly net: string;
  readonly count: string;
  readonly expected: string | null;
  readonly event: string | null;
  readonly envy?: string;
  readonly meter?: MeterPart;
};

/** What the first rounds of a seed bring, beside what is known exactly. */
export type SimulatedSoFar = {
  readonly schema: number;
  readonly game: string;
  readonly strategy: string;
  readonly strategy_file?: string;
  readonly seats: number;
  readonly rounds: string;
  readonly seed: number;
  readonly backend: string;
  readonly device: string;
  readonly seconds: string;
  readonly by: string;
  readonly stream: string;
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
  readonly excludes: string[];
  readonly estimated: boolean;
  readonly z: string | null;
  readonly hit_frequency: string;
  readonly chi_square: ChiSquareRecord | null;
  readonly probability: string | null;
  readonly outcomes: SimulatedOutcome[];
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
  readonly seconds_left: number;
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

/** The edge of every table that goes with the configuration. */
export type SweepRecord = {
  readonly schema: number;
  readonly game: string;
  readonly tables: EdgeRecord[];
  readonly game_hash: string;
};

/** What each legal decision of a seat is worth. */
export type TableAdviceRecord = {
  readonly schema: number;
  readonly hand: string;
  readonly on: string;
  readonly method: string;
  readonly standard_error: string | null;
  readonly values: DecisionWorth[];
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

/** What a table needs to be told: how many ranks, whether a suit. */
export type TableParameters = {
  readonly ranks: number;
  readonly suit: boolean;
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
  readonly you: YourSeat | null;
  readonly seats: SeatView[];
  readonly felt: FeltView | null;
  readonly made: MadeWager[];
  readonly dice: DiceView | null;
  readonly turn: TurnView | null;
  readonly meters: MeterView[];
  readonly dynamic: BoostedPay[];
  readonly commitment: ShoeView;
  readonly last: FinishedView | null;
  readonly log: string[];
  readonly watchers: number;
};

/** A device asks whether somebody has confirmed its code. */
export type TokenRequest = {
  readonly secret: string;
};

/** The best outcome. */
export type TopAward = {
  readonly net: string;
  readonly probability: string;
  readonly one_in: string;
};

/** Whose turn it is; what the seat may do is told to that seat alone. */
export type TurnView = {
  readonly seat: number;
  readonly actions?: ActionView[];
  readonly by_clock?: string;
  readonly text?: string;
  readonly cite?: string;
};

/** An award that is not paid yet, of this jackpot, with its duties in words. */
export type UnpaidAward = {
  readonly no: number;
  readonly seat: number;
  readonly event: string;
  readonly label: string;
  readonly kind: string;
  readonly level: number | null;
  readonly percent: string | null;
  readonly cents: number;
  readonly from_meter: boolean;
  readonly duties: string[];
  readonly status: string;
  readonly sources: [string, number][];
  readonly waits_for: number[];
  readonly rest_of: number | null;
  readonly reported: string[];
  readonly cards: string;
  readonly dealer: string;
  readonly read_by: string;
  readonly table: string;
  readonly round: number;
  readonly day: string;
  readonly at: number;
  readonly camera: string;
  readonly approved_by: string;
  readonly entry: number;
  readonly link: string;
  readonly must: DutyRecord[];
  readonly reported_by: string;
  readonly reported_name: string;
  readonly approved_name: string;
};

/** Who signs in addition to the person signed in, if the device is a sensor. */
export type UnpairRequest = {
  /** For a sensor: another supervisor of the link. */
  readonly second?: Credentials | null;
};

/** Why a round is void, and what goes back to the seats from the jackpots. */
export type VoidRound = {
  readonly reason: string;
  readonly contributions_reversed: ReversedContribution[];
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

/** A wager, and its paytables by edition. */
export type WagerSummary = {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly paytables: Record<string, string[]>;
};

/** All wagers of a seat, in the place of those before. */
export type WagersRequest = {
  /** The round that the page shows; another one is answered with 409. */
  readonly round: number;
  /** Cents by wager. */
  readonly wagers: Record<string, number>;
  readonly ready?: boolean;
};

/** A device that shows a code. */
export type WaitingDevice = {
  readonly kind: string;
  readonly where: string;
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
  readonly hand: WonCard[];
};

/** A card of a hand that won, and whether it made the hand. */
export type WonCard = {
  readonly card: string;
  readonly counts: boolean;
};

/** A whole meter that a seat has won. */
export type WonMeter = {
  readonly seat: number | string;
  readonly wager: string;
  readonly cents: number;
};

/** Where the viewer sits, and the chips that do not lie on the felt. */
export type YourSeat = {
  readonly seat: number;
  readonly spare: string;
  readonly cents: number;
};
