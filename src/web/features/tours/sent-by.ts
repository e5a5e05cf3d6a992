// What sent a search, as a mark in its history entry; one that a link, Back or a reload has brought has none.

/** The search row, which keeps what has been typed into it since. */
export const SENT_BY_ROW = 'search row'
/** A choice around the row, which changes nothing that the row shows. */
export const SENT_BESIDE = 'beside the search row'
/** The search overlay, or a press that takes back what the row shows: the row follows. */
export const SENT_ELSEWHERE = 'elsewhere'
