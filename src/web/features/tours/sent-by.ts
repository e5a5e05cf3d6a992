// What triggered a search, stored in the history entry's state; absent after a link, Back or a reload.

/** The search row; it keeps what has been typed since. */
export const SENT_BY_ROW = 'search row'
/** A choice outside the search row that does not change the row's values. */
export const SENT_BESIDE = 'beside the search row'
/** The search overlay, or a button that removes part of the search: the row takes over the new values. */
export const SENT_ELSEWHERE = 'elsewhere'
