-- The script of every measurement: arguments are the method and the file with the bodies, if any: one a line, sent in turn.

local requests = {}

function init(args)
   wrk.method = args[1]
   if args[2] then
      for body in io.lines(args[2]) do
         requests[#requests + 1] = wrk.format(nil, nil, nil, body)
      end
   end
   if #requests == 0 then
      requests[1] = wrk.format()
   end
end

local turn = 0

function request()
   turn = turn % #requests + 1
   return requests[turn]
end

function done(summary, latency, requests)
   local e = summary.errors
   io.write(string.format('\nresult {"Requests":%d,"Microseconds":%d,"P50":%d,"P99":%d,"Failed":%d}\n',
      summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
      e.connect + e.read + e.write + e.status + e.timeout))
end
