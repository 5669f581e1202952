/** E.164 by its syntax alone: `+`, then 7 to 15 digits, the first of them not zero (decisions.md, errors). */
export const recipientNumberPattern = /^\+[1-9]\d{6,14}$/;
