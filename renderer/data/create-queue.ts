/** Returns a function that runs changes one after the other, in the order of the calls. A change that fails does not stop the next. */
export function createQueue(): <Result>(change: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    const result = last.then(change);
    last = result.catch(() => undefined); // the caller handles the error
    return result;
  };
}
