// The jobs of a set.

package sets

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
)

var jobName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// maxJobTimeout is the longest time of a run.
const maxJobTimeout = 24 * time.Hour

// CompileJobs compiles the jobs of the set and the table of their runs; nil for none.
func CompileJobs(reporter *Reporter, p *plan.Plan) {
	report := func(format string, args ...any) {
		reporter.Report("Jobs", "", reporter.Set.At, fmt.Sprintf(format, args...))
	}
	var jobs []*plan.Job
	seen := map[string]bool{}
	for _, d := range reporter.Set.Declarations {
		switch {
		case d == nil:
		case d.Jobs != nil && p.Jobs != nil:
			report("there are two tables of jobs; list rest.Jobs once")
		case d.Jobs != nil && d.Jobs.Keep < 0:
			report("Keep is %s; write how long done runs are kept, or leave it out for a week", d.Jobs.Keep)
		case d.Jobs != nil:
			p.Jobs = &plan.Jobs{Keep: d.Jobs.Keep}
		case d.Job != nil:
			if msg := jobMistake(d.Job); msg != "" {
				report("the job %q %s", d.Job.Name, msg)
			} else if seen[d.Job.Name] {
				report("there are two jobs with the name %q; give one of them another name", d.Job.Name)
			}
			seen[d.Job.Name] = true
			jobs = append(jobs, &d.Job.Job)
		}
	}
	for _, r := range p.Resources {
		switch {
		case r.Type.Table != schema.JobTable || p.Jobs == nil:
		case r.Type.Go != reflect.TypeFor[schema.Job]():
			reporter.ReportView(r.Type.Go, fmt.Sprintf("the table %q is that of jobs; write another Table, or rest.Jobs instead of the view set", schema.JobTable))
		default:
			p.Jobs.Type, p.Jobs.List = r.Type, jobs
		}
	}
	if p.Jobs == nil && jobs != nil {
		report("the runs of the job %q have no table; list rest.Jobs too", jobs[0].Name)
	}
}

// jobMistake returns what is wrong with a job; "" for nothing.
func jobMistake(job *declaration.Job) string {
	err, _ := Try(func() error { // its own MarshalJSON may panic
		_, err := json.Marshal(reflect.New(job.Args).Interface())
		return err
	})
	switch {
	case !jobName.MatchString(job.Name):
		return "needs another name; write lower-case letters, digits and hyphens, such as send-receipt"
	case job.Run == nil:
		return "has no Run; write the function that does its work"
	case err != nil:
		return fmt.Sprintf("has arguments of type %s, which JSON cannot hold: %s; write a struct of values", job.Args, err)
	case job.Timeout < 0 || job.Timeout > maxJobTimeout:
		return fmt.Sprintf("has the Timeout %s; write at most %s, or leave it out for a minute", job.Timeout, maxJobTimeout)
	case job.Attempts < 0 || job.AtOnce < 0:
		return "has negative Attempts or AtOnce; write numbers, or leave them out"
	}
	return ""
}
