-- What each table is, for whoever looks into a database, and for schema/.

comment on table secrets is 'Secrets that the site makes for itself, such as the key that signs its tokens.';
comment on table rate_limits is 'Counters of tries (sign-in, sign-up, checkout), kept by rate-limiter-flexible.';
comment on table mail_counts is 'How many emails went to an address today. Only a hash of the address: a count outlives the deletion of an account by a day.';
comment on table generation_runs is 'Each run of the generator. Its number is part of every id that the run makes, so a later run adds beside it.';

comment on table users is 'Travellers and staff. A deleted account keeps its row, without anything personal, because bookings refer to it.';
comment on table sessions is 'Devices that are signed in.';
comment on table refresh_tokens is 'The refresh tokens of a session. Only hashes are kept; if a spent one is used again, the session is revoked.';
comment on table account_links is 'Links sent by email: to confirm an address, choose a new password or sign in. Only hashes are kept.';
comment on table email_changes is 'Requested changes of an account''s address: made once the link has been opened, and open to objection from the old address for a week.';
comment on table avatars is 'Profile pictures. The id is the picture''s address: it can''t be guessed, and each new picture has another.';
comment on table second_factors is 'The shared secret of an account''s authenticator app.';
comment on table recovery_codes is 'Codes for an owner whose phone is lost. Only hashes are kept, and each works once.';
comment on table passkeys is 'Public keys of passkeys.';
comment on table spent_challenges is 'Passkey challenges that have been answered, until they would have expired: each works once, whichever process gets the answer.';

comment on table audit_entries is 'What staff and commands have done, never changed or deleted.';
comment on table tasks is 'What staff have to decide or do, opened by the site.';
comment on table settings is 'What administrators set in the console. One row, so that two changes at once wait for each other.';
comment on table goodwill_ceilings is 'How much one person may give as goodwill in one day of the agency; a currency without a row has no ceiling.';
comment on table tax_categories is 'The tax categories of the agency''s accountant. A rate never changes: another rate is another category.';

comment on table tours is 'Tours, with their rules and facts. Edited by version; published ones are on sale.';
comment on table tour_changes is 'What staff did to a tour. Older tours have none for their first version.';
comment on table tour_images is 'Which pictures a tour shows, in order.';
comment on table tour_selling is 'Options, prices, seasons and extras of a tour: edited and read as a whole, in the shape of src/shared/tours/offers/selling-schema.ts.';
comment on table tour_words is 'Every word that a tour has or had, with its stem: the search looks here for what people mean by a word that no tour has.';
comment on table itinerary_days is 'The days of a tour''s itinerary.';
comment on table catalogue_changes is 'Which tours have changed, for processes that keep answers in memory.';
comment on table departures is 'The seats of one tour on one day. Every hold and booking takes its seats here, under the lock of this row; the check makes selling a seat twice impossible.';
comment on table departure_slots is 'The seats of options that share them, at one start time of a day; made when first asked for, under the lock of the day''s row.';
comment on table departure_extras is 'The stock of a limited extra on a day, under the lock of the day''s row.';
comment on table pictures is 'Pictures of tours and extras, with their text for people who can''t see them.';
comment on table picture_originals is 'What staff have uploaded: upright, of a bounded size, and never shown to travellers itself.';
comment on table picture_files is 'The sizes made of a picture, under the names by which they are asked for. Their contents never change.';

comment on table service_types is 'Vehicles and services for moves, with their rates.';
comment on table coverage_areas is 'Postcode areas (SW) and districts (BN1) that the agency serves.';
comment on table vehicle_drafts is 'What a person has filled in for a move so far. The row stays once it has become a booking (booked_version = version), because all submissions of one person pass through its lock.';
comment on table vehicle_photos is 'Uploaded photos of what is to be moved: of the draft until it is booked, then of the booking.';

comment on table codes is 'Discount codes, each with its terms and how much of it is used.';
comment on table code_uses is 'Which booking uses which code, at most one each: counted from when its seats are held until its hold ends or the agency cancels it.';

comment on table bookings is 'Bookings of tours and of moves: what both have, with the state that decides everything else.';
comment on table tour_bookings is 'What a booking of a tour has besides: its departure and travellers.';
comment on table vehicle_bookings is 'What a booking of a move has besides: addresses, items and the estimate.';
comment on table booking_lines is 'What was bought, line by line; what is refunded is distributed over these lines.';
comment on table line_progress is 'How far bookings from before there were lines have got theirs.';
comment on table booking_contacts is 'Where the emails about one booking go, when its customer has told staff another address. The account''s own address stays as it is.';
comment on table booking_notes is 'Notes of staff about a booking, for each other. They are about a person, so they go with the account.';
comment on table reservations is 'Seats that staff keep for a customer until they pay. The booking is pending until then.';
comment on table reservation_links is 'Payment links sent by email. Only hashes are kept; each opens the card page until the reservation is due.';
comment on table attendance_ticks is 'Every tick of a manifest as it was made, never changed: the last one of a seat counts, by its own time, in whichever order they arrive.';
comment on table guide_links is 'Links by which a guide without an account sees one departure''s manifest. Only hashes are kept.';
comment on table unconfirmed_holds is 'The network (hashed) from which an account without a confirmed address holds seats, so that many such accounts can''t hold everything. Rows are deleted soon after the hold has ended.';

comment on table reviews is 'Travellers'' reviews of tours; staff can hide them.';
comment on table review_counts is 'How many reviews of all tours have each rating.';

comment on table payment_attempts is 'Card pages: each attempt to pay for a booking, whose id is the key of the call to the card provider.';
comment on table payments is 'Money that arrived, by card or otherwise.';
comment on table refunds is 'Money on its way back, each with the key of its call to the card provider.';
comment on table disputes is 'Disputes of a payment: several per payment, of parts of it, with inquiries and appeals.';
comment on table dispute_changes is 'What became of a dispute, step by step.';
comment on table dispute_requests is 'Payments whose disputes are to be read again at the next comparison with the card provider.';
comment on table provider_events is 'Messages of the card provider, handled once each: by processed_at, not by arrival, so a failed one is tried again.';
comment on table compared_until is 'Until when payments and refunds have been compared in full with the card provider''s lists: the next comparison starts there.';
comment on table daily_balances is 'Money in and out at the last comparison, a row for each currency.';
comment on table departure_cancellations is 'Departures that were cancelled, once each.';
comment on table departure_cancellation_bookings is 'The bookings and held seats of a cancelled departure, and what became of each.';
comment on table quote_decisions is 'Each decision of staff about a request for a move: who, when and why.';
comment on table quote_links is 'Payment links for moves sent by email. Only hashes are kept.';

comment on table entries is 'The ledger''s entries: each is a set of postings that add up to zero, never changed.';
comment on table postings is 'The ledger''s postings. Ids and amounts only: names and reasons are in tables that can be erased.';
comment on table ledger_accounts is 'The ledger''s accounts.';
comment on table ledger_days is 'The ledger summed by day. Each statement that posts adds rows and waits for nothing; a job adds up the rows of a day. Zero sums stay, because they say that the account was moved on that day.';
comment on view ledger_sums is 'The ledger summed by day, right at any time.';
comment on table ledger_settings is 'The agency''s time zone, for the day of an entry, written by each start: triggers can''t read settings.';
comment on table ledger_progress is 'How far payments from before the ledger have been posted, and until which day trips are revenue.';
comment on table ledger_lock is 'Up to which day nothing more is written. Every entry reads this row.';
comment on table ledger_lock_changes is 'Who moved the lock of the ledger, when and why.';
comment on table till_closes is 'The cash that a manager has counted, beside what the ledger had for that day. Each day is closed once.';
comment on table provider_entries is 'What moves the balance at the card provider, read each night: its fees and payouts.';
comment on table payouts is 'Payouts of the card provider to the bank.';
comment on view revenue_postings is 'The column of the revenue page that each posting belongs to. A channel is how the booking was made, however it was paid.';
comment on table revenue_months is 'The ledger summed by month, tour and channel: what has not been added to revenue_rollups yet.';
comment on table revenue_rollups is 'Sums of a month, and from 1 January to its end: a year is the row of its December, and other periods are a difference. A tour with anything in a year has a row of the second kind for each later month of it.';
comment on view revenue_since is 'What was posted since the last rollup.';
comment on view revenue_sums is 'The revenue page''s sums, right at any time.';
comment on table export_settings is 'The accountant''s export. One row, so that two changes or two batches at once wait for each other.';
comment on table export_numbers is 'The number of each account in the accountant''s software.';
comment on table export_batches is 'Exports that were made, each with the account numbers it used.';
comment on table export_batch_sums is 'The sums of an export, by account and currency.';

comment on table mails is 'Emails to be sent, waiting for another attempt, sent or abandoned. Written in the transaction of what they tell.';
comment on table enquiry_replies is 'Replies of staff to an enquiry, forgotten, exported and erased with it.';
comment on table ready_answers is 'Saved replies.';
comment on table spam_enquiries is 'Messages of the contact form with the hidden field filled in: probably a program''s, but staff can look. Only the newest are kept, for a while.';

comment on table sales_sums is 'What was confirmed, received and given back in each quarter of an hour, from which the days of every time zone are made. Each change adds a row and waits for nothing; a job adds up the rows of a quarter.';
comment on table alarms is 'What administrators have been told is wrong, until they have been told that it is over. One row for each kind, so that only one of several processes tells them.';
comment on table processes is 'The processes on this database, with a digest of each setting that they must share. A row is deleted when its process stops, and doesn''t count once unseen for three minutes.';
comment on table data_folder is 'The data folder with this database''s uploaded files, by the number in its file folder-id.';
comment on table backups is 'Each backup, and whether it could be restored.';
comment on table backup_files is 'The files at a place of backups, each once, and the last backup that needs it.';
comment on table restored_copy is 'At most one row: this database was restored from a backup. Until it has gone live it neither mails, charges nor refunds.';
