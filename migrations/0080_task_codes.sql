-- What can be done about a task, and what happens to its booking's seats, are codes: the sentences are made when a task is read. An earlier process
-- that still runs goes on writing its sentences into the cause, where they are shown as they are.
alter table tasks add column advice text, add column seats text;

-- The sentence of an inquiry ends with that of a dispute, so it comes first.
update tasks set advice = 'inquiry', cause = replace(cause, ' It is only an inquiry: no money is held, and a refund now ends it. Answer it at the card provider before its deadline, and keep or release the seats.', '')
  where strpos(cause, ' It is only an inquiry: no money is held, and a refund now ends it.') > 0;
with advised (code, sentence) as (
  values
    ('wrongPayment', ' Confirm the booking with it, or refund it.'),
    ('refundFailed', ' Send it again, or pay the customer back another way.'),
    ('outsideRefundFailed', ' Make it again at the card provider, where it was made, or pay the customer back another way.'),
    ('externalRefund', ' Keep the booking or cancel it.'),
    ('whichRefund', ' Say whether it was made in place of that one.'),
    ('dispute', ' Answer it at the card provider before its deadline, and keep or release the seats.')
)
update tasks set advice = code, cause = replace(cause, sentence, '') from advised where advice is null and strpos(cause, sentence) > 0;
update tasks set seats = 'held', cause = replace(cause, ' Seats that it holds are freed when this is due.', '')
  where kind = 'wrong_payment' and strpos(cause, ' Seats that it holds are freed when this is due.') > 0;
update tasks set seats = 'released', cause = replace(cause, ' The seats that it held have been freed.', '')
  where kind = 'wrong_payment' and strpos(cause, ' The seats that it held have been freed.') > 0;

-- next transaction
-- The reason of an email that nobody could be sent is a code as well.
update mails set failure = 'no_address' where failure = 'there is no email address';
