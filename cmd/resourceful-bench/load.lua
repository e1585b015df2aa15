-- The script of every measurement: arguments are the method and the file with the body, if any.

function init(args)
   wrk.method = args[1]
   if args[2] then
      local file = assert(io.open(args[2], "rb"))
      wrk.body = file:read("*a")
      file:close()
   end
end

function done(summary, latency, requests)
   local e = summary.errors
   io.write(string.format('\nresult {"Requests":%d,"Microseconds":%d,"P50":%d,"P99":%d,"Failed":%d}\n',
      summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
      e.connect + e.read + e.write + e.status + e.timeout))
end
