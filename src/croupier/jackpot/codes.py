"""Every answer that the books can give to a request, in order of precedence: of several that apply, the first. ``ok``
and ``exists`` mean that the request is in the journal; every other code means that nothing was done."""

CODES = {
    "malformed": "a field is missing, unknown or of the wrong type; the detail names it",
    "stopped": "the book is closed, was taken over, or failed its self-check; nothing is accepted until it is reopened",
    "id_reused": "another request was posted under this id",
    "exists": "this very request was posted before; it is not posted again, and the first answer still holds",
    "not_live": "no plan of this link has been approved by two people",
    "no_proposal": "no proposed plan is waiting for approval",
    "other_proposal": "a different plan is waiting for approval",
    "unknown_person": "nobody by this name is in the plan",
    "not_allowed": "this person's role may not do this",
    "unknown_ask": "no request with this number is waiting for a second person",
    "same_person": "somebody else must do this: no one is their own second person, appoints themselves, or states what "
    "the bank holds after booking money there",
    "unknown_member": "nobody by this name is on the link",
    "name_taken": "in this book the name is or looks like somebody else's, or the person goes by another one",
    "too_few_supervisors": "a link needs two supervisors",
    "chain_whole": "the book is complete and its key is at hand: there is no new chain to begin, or to confirm",
    "other_head": "the head that is cited is not the one that this book is behind",
    "bad_signature": "a new key must be announced by the signature of the one before it, and whoever signs a new chain "
    "signs with a key of their own",
    "unknown_table": "no table of this name is on the link",
    "wrong_day": "the request is for a gambling day other than the open one",
    "day_not_over": "the gambling day is not over yet: it is closed after its end, by the clock of the plan's zone",
    "link_ended": "the link was ended: no wagers are taken any more",
    "fault": "the controller, the table or its sensor is at fault: no wagers until the fault is cleared",
    "seized": "the funds were seized: no wagers until they are back in the bank",
    "bank_short": "the bank holds less than the books require: what players are owed and is due (WAC 230-15-455), or "
    "the posted prizes of a house jackpot (WAC 230-15-674)",
    "amount_not_whole": "an amount is a whole number of cents",
    "amount_not_positive": "an amount is above zero",
    "amount_too_large": "an amount beyond anything that a link can hold",
    "unknown_seat": "the table has no such seat",
    "seat_twice": "a seat appears twice in the report",
    "amount_unreasonable": "more wagers in one report than the plan considers possible",
    "amount_not_base_wager": "every wager on this jackpot is the base wager",
    "unknown_result": "the entry is not the result of this round",
    "other_result": "the round was corrected since: the detail names the entry that holds now",
    "round_over": "the round, or a later one, is over",
    "round_too_far": "the number is far beyond the table's last round",
    "another_round": "another round is open at the table",
    "round_not_open": "no round of this number is open at the table",
    "round_locked": "the round is locked: wagers are closed",
    "round_not_locked": "results are taken after the round is locked",
    "seat_has_wagered": "the seat already has a wager in this round",
    "seat_without_wager": "the seat has no wager in this round",
    "cards_malformed": "the cards do not parse, are too few or too many, or a card appears too often",
    "unknown_hand": "the paytable has no such row",
    "hands_differ": "another jackpot of this table was told other cards of the round; the detail names the seat",
    "unknown_award": "no award of this number is open",
    "nothing_to_correct": "the result is already right",
    "award_not_pending": "the award needs no approval, or has it",
    "jackpot_pending": "the envy waits for the approval of the jackpot that it belongs to",
    "award_pending": "the award waits for a supervisor's approval",
    "three_people": "a hand is reported, its award approved and the award paid by three different people; what comes "
    "from a meter is never paid by who reported it",
    "film_confirmed": "the film of this award was confirmed before; the detail names it",
    "check_required": "an award of this size is paid by check",
    "reference_required": "a payment carries the number of its check, or of the slip that was signed for cash",
    "reference_malformed": "the number of a bank, check, slip, form or film has the wrong shape; see the detail",
    "reference_used": "this number was used before; the detail says where",
    "tax_form_required": "an award of this size needs a tax form",
    "camera_required": "an award of this size needs the camera's record, which a supervisor has confirmed",
    "payee_required": "a payment names the payee, by the number of the personal record",
    "unknown_payee": "there is no personal record of this number",
    "nothing_to_purge": "every personal record must still be kept",
    "unknown_reason": "not one of the listed reasons for an adjustment",
    "link_not_ended": "money is moved to another jackpot only after the link was ended",
    "unknown_level": "the jackpot has no such level",
    "evidence_missing": "a malfunction is shown by evidence, and by the figure that the meter ought to show",
    "figure_differs": "the meter less the amount is not the figure that it ought to show",
    "more_than_there": "the account does not hold that much, or the reason does not cover that much",
    "proposal_waiting": "another plan is already waiting for approval",
    "other_link": "the plan is for another link, another type of jackpot or another number of levels",
    "link_refused": "the rules do not allow these tables on one link; the detail says why",
    "approval_missing": "a live link in Washington demands a recorded approval",
    "limit_below_meter": "a limit is never below the amount on the meter",
    "rounds_open": "rounds are still open at the tables",
    "ok": "posted",
}
AT_THE_DOOR = {
    "round_to_come": "the round is not there yet: a wager or a lamp names the next one of the table",
    "not_lit": "the table has a sensor, and it sees no wager there",
    "has_a_sensor": "the table has a sensor: nobody sets its lamps by hand",
    "round_open": "the wagers of the round are in the books: no lamp is changed",
    "no_wagers": "no seat has a wager: there is nothing to lock",
    "consent_missing": "somebody of another link joins with their own sign-in, or by two who supervise that link too",
    "play_table": "the house alone works a play table",
    "preview_only": "the plan is looked at, and worked in a demonstration alone",
    "unknown_alert": "there is no such alert here",
    "book_unavailable": "the book does not answer; send the request again under its id",
}  # What the pit answers before it asks the books; ``consent_missing`` is an answer of `croupier jackpot post` too.


class Refused(Exception):
    """A request that is not accepted: the code, and what in the request it is about."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
