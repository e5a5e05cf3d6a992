/** For every-call.ts. */
export const enquiryCalls = {
  sendEnquiry: {
    method: 'POST',
    isOpen: true,
    body: {
      key: '00000000-0000-4000-8000-000000000000',
      name: 'Nobody',
      email: 'nobody@example.test',
      phone: '',
      subject: 'Tours',
      message: 'Is anybody there?',
      homepage: '',
    },
  },
  staffEnquiries: { method: 'GET', isForStaff: true },
  spamEnquiries: { method: 'GET', isForStaff: true },
  notSpam: { method: 'POST', isForStaff: true, body: {} },
  answerEnquiry: { method: 'POST', isForStaff: true, body: {} },
  reopenEnquiry: { method: 'POST', isForStaff: true, body: {} },
  staffEnquiry: { method: 'GET', isForStaff: true },
  enquiryReplies: {
    method: 'POST',
    isForStaff: true,
    body: { key: 'a-key-of-16-letters', text: 'Yes, it is.', seen: { replyId: null, state: 'open' } },
  },
  closeEnquiry: { method: 'POST', isForStaff: true, body: { reason: 'spam' } },
  readyAnswers: [
    { method: 'GET', isForStaff: true },
    { method: 'POST', isForStaff: true, body: { id: '00000000-0000-4000-8000-0000000000aa', name: 'Dates', text: 'Tours run daily.' } },
  ],
  readyAnswer: [
    { method: 'PUT', isForStaff: true, body: { name: 'Dates', text: 'Tours run daily.', version: 1 } },
    { method: 'DELETE', isForStaff: true },
  ],
} as const
